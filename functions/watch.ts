import { connectWatch } from '../lib/jobs/connect.ts';
import { watchInFigures } from '../lib/jobs/in-figures.ts';
import { watch } from '../lib/jobs/watch.ts';

const connected = connectWatch(process.env);

/** Takes every target through one turn. A run that ends without an error invokes `act`. */
export async function handler() {
  const { ports, run } = await connected();
  const figures = watchInFigures(await watch(ports, run));
  ports.log('watched', figures);
  return figures;
}
