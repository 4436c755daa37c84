import { act } from '../lib/jobs/act/act.ts';
import { ApiKeyError } from '../lib/jobs/api-key.ts';
import { failIfBlind } from '../lib/jobs/blind-run.ts';
import { connectAct } from '../lib/jobs/lambda/connect.ts';
import { readHandedTargets } from '../lib/jobs/lambda/shard.ts';
import { actInFigures } from '../lib/jobs/run-metrics.ts';
import { createAskSignal, type LambdaContext } from '../lib/jobs/time-limit.ts';
import { measureHeads } from '../lib/jobs/watch/measure-heads.ts';

const connected = connectAct(process.env);

/** Sends pending notifications and carries out pending actions. */
export async function handler(event: unknown, context: LambdaContext) {
  const until = createAskSignal(context.getRemainingTimeInMillis());
  const { ports, run, measure } = await connected();
  const report = await act(ports, { ...run, ...readHandedTargets(event), until });
  const figures = actInFigures(report);
  ports.log('acted', figures);
  if (report.heads !== null) measure(measureHeads(report.heads, ports.clock.now()));
  // Thrown last, after all other work, so that an alarm also reports that no action can be taken.
  if (report.keyFault !== null) throw new ApiKeyError(report.keyFault);
  failIfBlind(report.blind);
  return figures;
}
