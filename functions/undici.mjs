// The parts of undici that are used, for the bundler (see tsconfig.json beside this): its one entry brings
// fetch, WebSocket, caches and mocks along, and takes 30 ms to load. Whoever uses another part adds it here.
// biome-ignore-start lint/style/noRestrictedImports: this is the library, not a handler
import request from 'undici/lib/api/api-request.js';
import buildConnector from 'undici/lib/core/connect.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import Pool from 'undici/lib/dispatcher/pool.js';

// biome-ignore-end lint/style/noRestrictedImports: this is the library, not a handler

// As its entry does, with all the ways to make a request.
Dispatcher.prototype.request = request;

export { Agent, buildConnector, Pool };
