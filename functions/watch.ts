import { failIfBlind, listBlindReasons } from '../lib/jobs/blind-run.ts';
import { connectWatch } from '../lib/jobs/lambda/connect.ts';
import { readShard } from '../lib/jobs/lambda/shard.ts';
import { targetsToAct, watchInFigures } from '../lib/jobs/run-metrics.ts';
import { createAskSignal, type LambdaContext, logTimeUsed, timeLimit } from '../lib/jobs/time-limit.ts';
import { watch } from '../lib/jobs/watch/watch.ts';

const connected = connectWatch(process.env);

/** Takes every target of a shard through one turn. Lambda invokes `act` after it, even if it fails. */
export async function handler(event: unknown, context: LambdaContext) {
  const usedTime = timeLimit(context);
  const until = createAskSignal(context.getRemainingTimeInMillis());
  const { ports, run, shards, measure } = await connected();
  const shard = readShard(event, shards);
  const report = await watch(ports, { ...run, shard, until });
  const figures = watchInFigures(report);
  const used = usedTime();
  ports.log('watched', { ...figures, shard: shard.index });
  logTimeUsed(ports, shard, used);
  measure({ TimeUsed: used });
  failIfBlind(listBlindReasons(report));
  return { ...figures, ...shard, act: targetsToAct(report) };
}
