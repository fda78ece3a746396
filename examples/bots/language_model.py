"""A language model behind the bot protocol: any server that speaks the chat completions format.

    export LLM_ENDPOINT=https://.../v1/chat/completions   (yours)
    export LLM_KEY=...                                    (if it wants one)
    export LLM_MODEL=...
    BOT="process:python examples/bots/language_model.py,seconds=60"
    python -m agents.arena "$BOT" random --games 2

The model is shown the table and the legal answers in words, and says the number of one. A reply
without a legal number is asked about once more; then the bot takes the first legal answer, and
says so on its standard error.
"""

import json
import os
import re
import sys
import urllib.request
from typing import Any

PROMPT = """You play the board game {game} on seat {seat} of {num_players}. The table as you see it:

{table}

{question}

{answers}

Answer with the number of your choice, and nothing else."""


def complete(messages: list[dict[str, str]]) -> str:
    """The model's reply."""
    body = {"model": os.environ.get("LLM_MODEL", "default"), "messages": messages}
    headers = {"Content-Type": "application/json"}
    if key := os.environ.get("LLM_KEY"):
        headers["Authorization"] = f"Bearer {key}"
    request = urllib.request.Request(
        os.environ["LLM_ENDPOINT"], json.dumps(body).encode(), headers=headers
    )
    with urllib.request.urlopen(request) as reply:
        return json.load(reply)["choices"][0]["message"]["content"]


def choose(game: str, asked: dict[str, Any]) -> int:
    """The action that the model chose."""
    legal = asked["legal"]
    answers = "\n".join(f"{number}. {one['words']}" for number, one in enumerate(legal, 1))
    prompt = PROMPT.format(game=game, answers=answers, **asked)
    messages = [{"role": "user", "content": prompt}]
    for _ in range(2):
        reply = complete(messages)
        found = re.search(r"\d+", reply)
        if found and 1 <= int(found[0]) <= len(legal):
            return legal[int(found[0]) - 1]["action"]
        again = f"That is no number from 1 to {len(legal)}. Answer with one of them."
        messages += [{"role": "assistant", "content": reply}, {"role": "user", "content": again}]
    print("no legal number in the reply; taking the first answer", file=sys.stderr)
    return legal[0]["action"]


def main() -> None:
    game = ""
    for line in sys.stdin:
        asked = json.loads(line)
        if asked["type"] == "hello":
            game, reply = asked["game"], {"type": "ready"}
        else:
            reply = {"id": asked["id"], "action": choose(game, asked)}
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    main()
