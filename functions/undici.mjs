// The parts of undici that are used, for the bundler (see tsconfig.json beside this): its single entry point includes
// fetch, WebSocket, caches and mocks, and takes 30 ms to load. Add other parts here as they are needed.
// biome-ignore-start lint/style/noRestrictedImports: this is the library, not a handler
import request from 'undici/lib/api/api-request.js';
import buildConnector from 'undici/lib/core/connect.js';
import Agent from 'undici/lib/dispatcher/agent.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import Pool from 'undici/lib/dispatcher/pool.js';

// biome-ignore-end lint/style/noRestrictedImports: this is the library, not a handler

// Undici's entry point does the same, with every request method.
Dispatcher.prototype.request = request;

export { Agent, buildConnector, Pool };
