/** Written by the build, see web/texts.ts. */
declare module "virtual:texts" {
  const loaders: Record<string, () => Promise<{ default: import("./lib/catalogues.svelte").Texts }>>;
  export default loaders;
}
