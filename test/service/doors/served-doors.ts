import { answerRoutes } from '../../../lib/dashboard/answer-routes.ts';
import { Subject } from '../../../lib/model/ids.ts';
import { days, instant, later, minutes } from '../../../lib/model/time/time.ts';
import { mintToken } from '../../../lib/observe/push/token.ts';
import { memoryLedger } from '../../../lib/record/memory-ledger.ts';
import { servePush } from '../../../lib/service/push-routes.ts';
import { type RunningServer, serveRoutes } from '../../../lib/service/serve.ts';
import { announcedLedger, asking, secret as linkSecret } from '../../jobs/answer-links/a-link.ts';
import { noon } from '../../support/builders/observation-builders.ts';

const here = { host: '127.0.0.1', port: 0 };
/** Agents send their own time. */
const now = instant(Date.now());
const secret = 'a-secret-of-more-than-32-characters';

/** Serves what `run --push` serves. */
export const pushDoor = (onFailure: (error: unknown) => void): Promise<RunningServer> =>
  servePush(
    {
      clock: { now: () => now },
      ledger: memoryLedger(),
      keyReaders: {},
      push: { secret: { kind: 'given', reveal: () => secret }, tls: null },
      onFailure,
    },
    here,
  );

/** Returns the headers of a push of this VM. */
export function pushHeaders(vm: string): Readonly<Record<string, string>> {
  const machine = Subject.parse(`project/lab/vm/${vm}`);
  const token = mintToken(secret, { provider: 'compute', machine, expires: later(now, days(1)) });
  return { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
}

/** Serves what `run --answers` serves. */
export async function answerDoor(onFailure: (error: unknown) => void): Promise<RunningServer> {
  const ledger = await announcedLedger();
  const routes = answerRoutes({
    secret: async () => linkSecret,
    now: () => noon,
    pollEvery: minutes(5),
    open: (work) => work({ ledger, policy: asking }),
    onFailure,
  });
  return serveRoutes(routes, here, { option: '--answers', onFailure });
}
