import { type Command, Option } from 'commander';
import { wrongSetting } from '../../config/settings/settings-error.ts';
import { longestAlive } from '../../model/facts/push.ts';
import { vmSubject } from '../../model/subject.ts';
import { isoInstant, later, minutes, type Span, spanInWords } from '../../model/time/time.ts';
import { printable } from '../../service/printable.ts';
import { attempt } from '../interrupted.ts';
import { span } from '../option-values.ts';
import type { Process } from '../process.ts';
import { addressOf, mint } from './agent.ts';

/** `spendwatch alive`: a job reports its machine as in use, so that no idle rule stops it. */
export function addAlive(program: Command, self: Process, exit: (code: number) => void): void {
  program
    .command('alive <vm>')
    .description('mark a VM, such as ml-infra/train-7b, as in use for a time (docs/agent.md)')
    .addOption(
      new Option('--for <time>', 'the duration, such as 90m or 2h; 24h at most')
        .argParser(span)
        .makeOptionMandatory(),
    )
    .addHelpText(
      'after',
      `
Examples:
  spendwatch alive ml-infra/train-7b --for 2h

Environment: SPENDWATCH_PUSH_URL, and SPENDWATCH_TOKEN of the VM (or SPENDWATCH_PUSH_SECRET).
Exit codes: 0 accepted, 1 not accepted, 2 the configuration is wrong.`,
    )
    .action((machine: string, flags: { readonly for: Span }) =>
      attempt(self, exit, async () => {
        const { environment, clock, stdout, stderr } = self;
        if (flags.for > longestAlive)
          throw wrongSetting('--for', `must be ${spanInWords(longestAlive)} at most`);
        const url = addressOf(environment['SPENDWATCH_PUSH_URL'] ?? '', 'SPENDWATCH_PUSH_URL');
        const token =
          environment['SPENDWATCH_TOKEN'] ?? (await mint(self, machine, { for: minutes(5) })).token;
        if (!isOf(token, machine)) throw wrongSetting('SPENDWATCH_TOKEN', `is not a token of ${machine}`);
        const now = clock.now();
        const dataPoints = [{ timeUnixNano: `${now}000000`, asInt: String(Math.ceil(flags.for / 1_000)) }];
        const metrics = [{ name: 'spendwatch.alive', gauge: { dataPoints } }];
        const reply = await fetch(`${url.replace(/\/$/, '')}/v1/metrics`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify({ resourceMetrics: [{ scopeMetrics: [{ metrics }] }] }),
          signal: AbortSignal.timeout(30_000),
        }).then(
          async (answer) => ({ status: answer.status, text: await answer.text() }),
          () => null,
        );
        if (reply?.status === 200)
          stdout.write(`${machine} is in use until ${isoInstant(later(now, flags.for))}.\n`);
        else
          stderr.write(
            `${url} ${reply === null ? 'cannot be reached' : `answered ${reply.status}: ${printable(reply.text).slice(0, 500)}`}\n`,
          );
        return reply?.status === 200 ? 0 : 1;
      }),
    );
}

/** Reports whether a token belongs to the named machine: a token can only report its own machine as in use. */
function isOf(token: string, machine: string): boolean {
  const named = Buffer.from(token.split('.')[2] ?? '', 'base64url').toString();
  return named === vmSubject(machine);
}
