import type { Transport } from '../../../lib/clouds/http/transport.ts';
import type { AppOptions } from '../../../lib/simulators/compute/http/app.ts';
import { simulatorFetch } from '../../../lib/simulators/compute/serve.ts';

/** The address of a cloud without a socket. */
export const nowhere = 'http://simulator.invalid';

/** Carries requests to the simulated cloud without a socket; faults need a connection, so there are none. */
export function inProcess(options: Omit<AppOptions, 'faults'>): Transport {
  const answer = simulatorFetch(options);
  return {
    async carry({ method, path, headers, body }) {
      const response = await answer(new Request(`${nowhere}${path}`, { method, headers, body }));
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        text: await response.text(),
      };
    },
    close: async () => {},
  };
}
