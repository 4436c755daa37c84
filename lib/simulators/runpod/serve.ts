import { datedFetch, listen, type Place, type RunningSimulator } from '../http/listen.ts';
import { type AppOptions, createApp } from './http/app.ts';

/** Returns RunPod as a fetch handler. */
const runpodFetch = (options: AppOptions) => datedFetch(createApp(options), () => options.world.state().at);

/** Serves RunPod on a port of this machine. Rejects when the port is not available. */
export const serveRunpod = (options: AppOptions & Place): Promise<RunningSimulator> =>
  listen(runpodFetch(options), options);
