import { text } from 'node:stream/consumers';
import fc from 'fast-check';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { milliseconds, seconds } from '../../lib/model/time/time.ts';
import { buildMail, mailNotifier } from '../../lib/routes/email/send.ts';
import { aMessage, anIdleNotification } from '../notify/messages/a-message.ts';
import { markedKey } from '../support/api-key.ts';
import { deserted, hangsUp } from '../support/rude-service.ts';
import { portOf } from '../support/served.ts';
import { runs } from '../support/tier.ts';

const message = aMessage(anIdleNotification());
const password = markedKey('mail');

type Envelope = { readonly from: string; readonly to: readonly string[]; readonly mail: string };

/** A real mail server on this machine that keeps what it is sent. */
async function mailServer(options: SMTPServerOptions = {}) {
  const received: Envelope[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onData(stream, { envelope: { mailFrom, rcptTo } }, done) {
      void text(stream).then((mail) => {
        const to = rcptTo.map(({ address }) => address);
        received.push({ from: mailFrom === false ? '' : mailFrom.address, to, mail });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => {});
  const port = await portOf(server.server);
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { port, received };
}

function mailOver(server: string, to: readonly string[] = ['ops@example.com'], answerWithin = seconds(5)) {
  const from = 'spendwatch@example.com';
  return mailNotifier({ route: 'email', server: async () => server, from, to, zone: 'UTC', answerWithin });
}

describe('e-mail', () => {
  it('reaches every address, with the headers that put an incident in one thread', async () => {
    const { port, received } = await mailServer();
    const to = ['ops@example.com', 'cfo@example.com'];
    expect(await mailOver(`smtp://127.0.0.1:${port}`, to).send(message)).toEqual({ kind: 'delivered' });
    expect(received).toMatchObject([{ from: 'spendwatch@example.com', to }]);
    const { subject, messageId, text: body } = buildMail(message, { zone: 'UTC' }, 'example.com');
    const sent = received[0]?.mail ?? '';
    expect(sent.replaceAll('\r\n ', ' ')).toContain(`\nSubject: ${subject}\r\n`);
    expect(sent).toContain(`\nMessage-ID: ${messageId}\r\n`);
    expect(sent).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(sent).toMatch(/^Content-Type: multipart\/alternative;/m);
    const decoded = sent.replaceAll('=\r\n', '').replaceAll('\r\n', '\n').replaceAll('=3D', '=');
    expect(decoded).toContain(body.split('\n')[0]);
    expect(decoded).toContain('<h1>VM train-7b in ml-infra: idle at 3.20 USD/h, will be stopped</h1>');
  });

  it('has the same id when it is sent again', async () => {
    const { port, received } = await mailServer();
    const notifier = mailOver(`smtp://127.0.0.1:${port}`);
    await notifier.send(message);
    await notifier.send(message);
    const ids = received.map(({ mail }) => /^Message-ID: (.*)\r$/m.exec(mail)?.[1]);
    expect(ids).toEqual([ids[0], ids[0]]);
  });

  it('with one of two addresses refused is delivered to the other, and reports the refusal', async () => {
    const { port } = await mailServer({
      onRcptTo: ({ address }, _, done) => done(address.startsWith('cfo') ? new Error('no such user') : null),
    });
    const to = ['ops@example.com', 'cfo@example.com'];
    expect(await mailOver(`smtp://127.0.0.1:${port}`, to).send(message)).toEqual({
      kind: 'delivered',
      note: 'e-mail: 1 of 2 addresses were refused',
    });
  });

  it('counts as delivered exactly where the server accepted an address and then the message (invariant 28)', async () => {
    const anyCode = fc.constantFrom(250, 421, 450, 451, 550, 552, 554);
    const codes = new Map<string, number>();
    const answer = (step: string, done: (error?: Error | null) => void) => {
      const responseCode = codes.get(step) ?? 250;
      done(responseCode === 250 ? null : Object.assign(new Error('refused'), { responseCode }));
    };
    const { port } = await mailServer({
      onRcptTo: ({ address }, _, done) => answer(address, done),
      onData(stream, _, done) {
        stream.resume();
        stream.on('end', () => answer('message', done));
      },
    });
    await fc.assert(
      fc.asyncProperty(fc.array(anyCode, { minLength: 1, maxLength: 3 }), anyCode, async (given, end) => {
        const to = given.map((_, nth) => `reader-${nth}@example.com`);
        codes.clear();
        for (const [nth, code] of given.entries()) codes.set(`reader-${nth}@example.com`, code);
        codes.set('message', end);
        const delivery = await mailOver(`smtp://127.0.0.1:${port}`, to).send(message);
        const isTaken = end === 250 && given.includes(250);
        expect(delivery.kind === 'delivered').toBe(isTaken);
        expect(delivery.kind).not.toBe('unconfirmed');
        if (!isTaken) expect(delivery).toMatchObject({ because: expect.stringMatching(/^e-mail: \S/) });
      }),
      runs(40),
    );
  });

  it('counts as not delivered where the server reads the message and never answers', async () => {
    const { port } = await mailServer({ onData: (stream) => void stream.resume() });
    const quick = mailOver(`smtp://127.0.0.1:${port}`, ['ops@example.com'], milliseconds(100));
    expect(await quick.send(message)).toMatchObject({ kind: 'unavailable' });
  });

  it('sends user and password, and shows neither when they are refused', async () => {
    const { port } = await mailServer({
      onAuth: (auth, _, done) =>
        auth.username === 'me' && auth.password === password
          ? done(null, { user: 'me' })
          : done(new Error(`${auth.username} is not ${auth.password}`)),
    });
    const url = (user: string) => `smtp://${user}:${password}@127.0.0.1:${port}`;
    expect(await mailOver(url('me')).send(message)).toEqual({ kind: 'delivered' });
    expect(await mailOver(url('you')).send(message)).toEqual({
      kind: 'unavailable',
      because: 'e-mail: the server does not accept the user name and password (EAUTH, 535)',
    });
  });

  it('whose content the server refuses fails, without making the route unavailable', async () => {
    const refused = Object.assign(new Error('too much'), { responseCode: 552 });
    const { port } = await mailServer({
      onData(stream, _, done) {
        stream.resume();
        stream.on('end', () => done(refused));
      },
    });
    expect(await mailOver(`smtp://127.0.0.1:${port}`).send(message)).toEqual({
      kind: 'failed',
      because: 'e-mail: the server refuses the message (EMESSAGE, 552)',
    });
  });

  it('is never sent unencrypted over a network: a remote server must encrypt', async () => {
    const { port } = await mailServer();
    // A name of this machine that does not show that it is local.
    const answer = await mailOver(`smtp://[::ffff:127.0.0.1]:${port}`).send(message);
    expect(answer).toEqual({
      kind: 'unavailable',
      because: 'e-mail: the server offers no encryption (ETLS, 500)',
    });
  });

  it('is retried later when the server cannot be reached, hangs up or does not answer', async () => {
    const nobody = new URL(await deserted()).port;
    expect(await mailOver(`smtp://127.0.0.1:${nobody}`).send(message)).toMatchObject({
      kind: 'unavailable',
      because: expect.stringMatching(/^e-mail: .* \(E\w+\)$/),
    });
    const silent = await mailServer({ onConnect: () => undefined });
    const quick = mailOver(`smtp://127.0.0.1:${silent.port}`, ['ops@example.com'], milliseconds(50));
    expect(await quick.send(message)).toMatchObject({ kind: 'unavailable' });
    expect(await mailOver(`smtps://127.0.0.1:${await hangsUp()}`).send(message)).toMatchObject({
      kind: 'unavailable',
    });
  });

  it('whose server setting cannot be read fails without showing its content', async () => {
    const server = () => Promise.reject(new Error(password));
    const options = { route: 'email', server, from: 'a@b.example', to: ['c@d.example'], zone: 'UTC' };
    expect(await mailNotifier(options).send(message)).toEqual({
      kind: 'unavailable',
      because: 'e-mail: its server address could not be read',
    });
  });
});
