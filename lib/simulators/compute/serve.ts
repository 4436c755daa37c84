import { datedFetch, listen, type Place, type RunningSimulator } from '../http/listen.ts';
import { type AppOptions, createApp } from './http/app.ts';

export type ServeOptions = AppOptions & Place;

/** Returns the compute cloud as a fetch handler. */
export const simulatorFetch = (options: AppOptions) =>
  datedFetch(createApp(options), () => options.world.state().at);

/** Serves the compute cloud on a port of this machine. Rejects when the port is not available. */
export const serveSimulator = (options: ServeOptions): Promise<RunningSimulator> =>
  listen(simulatorFetch(options), options);
