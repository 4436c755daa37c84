import { blindnessOf, failIfBlind } from '../lib/jobs/blind-run.ts';
import { connectWatch } from '../lib/jobs/lambda/connect.ts';
import { shardOf } from '../lib/jobs/lambda/shard.ts';
import { targetsToAct, watchInFigures } from '../lib/jobs/run-metrics.ts';
import { askUntil, type LambdaContext, logTimeUsed, timeLimit } from '../lib/jobs/time-limit.ts';
import { watch } from '../lib/jobs/watch/watch.ts';

const connected = connectWatch(process.env);

/** Takes every target of a shard through one turn. Lambda invokes `act` after it, even if it fails. */
export async function handler(event: unknown, context: LambdaContext) {
  const usedTime = timeLimit(context);
  const until = askUntil(context.getRemainingTimeInMillis());
  const { ports, run, shards, measure } = await connected();
  const shard = shardOf(event, shards);
  const report = await watch(ports, { ...run, shard, until });
  const figures = watchInFigures(report);
  const used = usedTime();
  ports.log('watched', { ...figures, shard: shard.index });
  logTimeUsed(ports, shard, used);
  measure({ TimeUsed: used });
  failIfBlind(blindnessOf(report));
  return { ...figures, ...shard, act: targetsToAct(report) };
}
