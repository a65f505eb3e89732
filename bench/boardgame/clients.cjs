// Two players at each match, moving as fast as answers come: node clients.cjs PORT MATCHES SECONDS
const { io } = require("socket.io-client");

const [port, matches, seconds] = process.argv.slice(2).map(Number);
let acknowledged = 0;

function sit(name, number, player) {
  const socket = io(`http://127.0.0.1:${port}/tic-tac-toe`, { transports: ["websocket"], forceNew: true });
  let match = `${name}-${number}`;
  let waiting = false;
  const sync = () => socket.emit("sync", match, player, undefined, 2);
  const hear = (state) => {
    if (waiting && state.ctx.currentPlayer !== player) acknowledged += 1;
    if (state.ctx.gameover) {
      waiting = false;
      number += 1;
      match = `${name}-${number}`;
      sync();
    } else if (state.ctx.currentPlayer === player) {
      waiting = true;
      const free = state.G.cells.flatMap((cell, index) => (cell === null ? [index] : []));
      const cell = free[Math.floor(Math.random() * free.length)];
      const payload = { type: "clickCell", args: [cell], playerID: player, credentials: undefined };
      socket.emit("update", { type: "MAKE_MOVE", payload }, state._stateID, match, player);
    } else waiting = false;
  };
  socket.on("connect", sync);
  socket.on("sync", (id, info) => id === match && hear(info.state));
  socket.on("update", (id, state) => id === match && hear(state));
}

for (let match = 0; match < matches; match += 1) {
  sit(`m${match}`, 0, "0");
  sit(`m${match}`, 0, "1");
}
setTimeout(() => {
  const before = acknowledged;
  setTimeout(() => {
    console.log((acknowledged - before) / seconds);
    process.exit(0);
  }, seconds * 1000);
}, 4000);
