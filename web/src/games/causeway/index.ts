export { default as Board } from "./Board.svelte";
export { default as Mine } from "./Mine.svelte";
export { default as Panel } from "./Panel.svelte";
