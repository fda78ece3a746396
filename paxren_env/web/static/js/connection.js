// The socket to the server: it says hello with the key, and comes back when it was lost.

const FIRST_WAIT = 300;
const LONGEST_WAIT = 8000;

export class Connection {
  constructor(table, key, heard, lost) {
    Object.assign(this, { table, key, heard, lost, wait: FIRST_WAIT, isOver: false });
    this.open();
  }

  open() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(`${scheme}://${location.host}/socket`);
    this.socket.onopen = () => this.socket.send(JSON.stringify({ table: this.table, key: this.key }));
    this.socket.onmessage = (event) => {
      this.wait = FIRST_WAIT;
      const message = JSON.parse(event.data);
      if (message.type === "refused") this.isOver = true;
      this.heard(message);
    };
    this.socket.onclose = () => {
      if (this.isOver) return;
      this.lost();
      setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
    };
  }

  say(type, more = {}) {
    if (this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify({ type, ...more }));
    return true;
  }
}
