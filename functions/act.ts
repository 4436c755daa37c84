import { act } from '../lib/jobs/act.ts';
import { connectAct } from '../lib/jobs/connect.ts';
import { actInFigures } from '../lib/jobs/in-figures.ts';

const connected = connectAct(process.env);

/** Sends what waits to be said and does what waits to be done. */
export async function handler() {
  const { ports, run } = await connected();
  const figures = actInFigures(await act(ports, run));
  ports.log('acted', figures);
  return figures;
}
