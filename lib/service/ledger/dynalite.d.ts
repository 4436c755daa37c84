declare module 'dynalite' {
  import type { Server } from 'node:http';

  type DynaliteOptions = { path?: string; createTableMs?: number };
  function dynalite(options?: DynaliteOptions): Server;
  export = dynalite;
}

declare module 'dynalite/db/index.js' {
  import type { Readable } from 'node:stream';

  type Store = { readonly db: { createValueStream(options: unknown): Readable } };
  const database: { create(options: unknown): Store };
  export = database;
}
