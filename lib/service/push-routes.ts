import { readFile } from 'node:fs/promises';
import { Hono, type HonoRequest } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { PushSettings } from '../config/settings/push.ts';
import { wrongSetting } from '../config/settings/settings-error.ts';
import { type KeyReaders, sealingSecret } from '../jobs/api-key.ts';
import type { Clock } from '../jobs/ports.ts';
import { mostBytes, pushAllowance } from '../observe/push/push-allowance.ts';
import { admitPush, type PushReply, receivePush } from '../observe/push/receive-push.ts';
import type { Ledger } from '../record/ledger.ts';
import { bodyPlaces, declaredSize, withPlace } from './doors/body-places.ts';
import { type Address, isLoopback, type RunningServer, type ServeOptions, serveRoutes } from './serve.ts';

export type PushReceiver = {
  readonly clock: Pick<Clock, 'now'>;
  readonly ledger: Pick<Ledger, 'push'>;
  readonly keyReaders: KeyReaders;
  /** The settings of pushes; `null` if the environment sets no secret. */
  readonly push: PushSettings | null;
  readonly onFailure: ServeOptions['onFailure'];
};

const option = '--push';

/** Room for four of the largest bodies at the same time, and for two bodies of one machine. */
const placeLimits = { mostBytes: 4 * mostBytes, mostEach: 2 };

/** Serves an address of this machine to which VMs push their use. @throws SettingsError */
export async function servePush(receiver: PushReceiver, address: Address): Promise<RunningServer> {
  const { clock, ledger, keyReaders, push, onFailure } = receiver;
  if (push === null) throw refused('needs SPENDWATCH_PUSH_SECRET, which signs the tokens of VMs');
  if (!isLoopback(address.host) && push.tls === null)
    throw refused(
      'needs SPENDWATCH_PUSH_CERT_FILE and SPENDWATCH_PUSH_KEY_FILE where other hosts can reach the address',
    );
  const secretOf = sealingSecret(push.secret, clock, keyReaders);
  await secretOf();
  const app = new Hono();
  const allowance = pushAllowance();
  const portsNow = async () => ({
    secret: await secretOf(),
    now: clock.now,
    allowance,
    store: ledger.push,
  });
  const toResponse = ({ status, headers, body }: PushReply) => new Response(body, { status, headers });
  const readRequestHead = (req: HonoRequest) => ({
    method: req.method,
    path: req.path,
    headers: req.header(),
  });
  const places = bodyPlaces(placeLimits);
  // Nobody without a token, an allowance and a place makes this process hold a body.
  app.use(async ({ req }, next) => {
    const size = declaredSize(req, mostBytes);
    const admission = admitPush(await portsNow(), readRequestHead(req), size);
    if (admission.kind === 'refused') return toResponse(admission.reply);
    return withPlace(places, admission.machine, size, next);
  });
  app.all(
    '*',
    bodyLimit({ maxSize: mostBytes, onError: () => new Response(null, { status: 413 }) }),
    async ({ req }) => {
      const body = new Uint8Array(await req.arrayBuffer());
      return toResponse(await receivePush(await portsNow(), { ...readRequestHead(req), body }));
    },
  );
  const tls = push.tls && { cert: await pem(push.tls.cert), key: await pem(push.tls.key) };
  return serveRoutes(app, address, { option, onFailure, ...(tls && { tls }) });
}

const pem = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((cause: unknown) => {
    throw wrongSetting(option, `cannot read ${file}`, { cause });
  });

const refused = (message: string) => wrongSetting(option, message);
