/* The smallest bot there can be, without a JSON library: it takes the first legal answer.
 *
 *     cc -O2 -o first_legal first_legal.c
 *     python -m agents.arena process:./first_legal random --games 20
 *
 * docs/processes.md describes the lines that come and go.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The whole number behind "key": in a line. Every key that is asked for stands before any text
 * of the game, so a simple search finds the right one. */
static long number_after(const char *line, const char *key)
{
    const char *found = strstr(line, key);
    return found ? strtol(found + strlen(key), NULL, 10) : -1;
}

int main(void)
{
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        if (strstr(line, "\"type\": \"hello\""))
            printf("{\"type\": \"ready\"}\n");
        else
            printf("{\"id\": %ld, \"action\": %ld}\n", number_after(line, "\"id\": "),
                   number_after(line, "\"legal\": [{\"action\": "));
        fflush(stdout);
    }
    free(line);
    return 0;
}
