declare module 'dynalite' {
  import type { Server } from 'node:http';

  type DynaliteOptions = { path?: string; createTableMs?: number };
  function dynalite(options?: DynaliteOptions): Server;
  export = dynalite;
}
