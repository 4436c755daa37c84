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
import { type Address, isLoopback, type Served, serveRoutes } from './serve.ts';

export type PushReceiver = {
  readonly clock: Pick<Clock, 'now'>;
  readonly ledger: Pick<Ledger, 'push'>;
  readonly keyReaders: KeyReaders;
  /** `null` where the environment sets no secret. */
  readonly push: PushSettings | null;
};

const option = '--push';

/** Receives what machines push, at an address of this machine. @throws SettingsError */
export async function servePush(receiver: PushReceiver, address: Address): Promise<Served> {
  const { clock, ledger, keyReaders, push } = receiver;
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
  const responseOf = ({ status, headers, body }: PushReply) => new Response(body, { status, headers });
  const headOf = (req: HonoRequest) => ({ method: req.method, path: req.path, headers: req.header() });
  // Nobody without a token makes this process hold a body.
  app.use(async ({ req }, next) => {
    const admission = admitPush(await portsNow(), headOf(req));
    return admission.kind === 'refused' ? responseOf(admission.reply) : next();
  });
  app.all(
    '*',
    bodyLimit({ maxSize: mostBytes, onError: () => new Response(null, { status: 413 }) }),
    async ({ req }) =>
      responseOf(
        await receivePush(await portsNow(), {
          ...headOf(req),
          body: new Uint8Array(await req.arrayBuffer()),
        }),
      ),
  );
  const tls = push.tls && { cert: await pem(push.tls.cert), key: await pem(push.tls.key) };
  return serveRoutes(app, address, { option, ...(tls && { tls }) });
}

const pem = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((cause: unknown) => {
    throw wrongSetting(option, `cannot read ${file}`, { cause });
  });

const refused = (message: string) => wrongSetting(option, message);
