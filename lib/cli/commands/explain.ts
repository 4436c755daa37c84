import type { Command } from 'commander';
import * as z from 'zod';
import type { Explanation } from '../../decide/explain.ts';
import { type ExplainAnswer, explainSubject } from '../../jobs/queries/explain-subject.ts';
import type { Subject } from '../../model/ids.ts';
import { subjectParts } from '../../model/subject.ts';
import { withLocalTimes } from '../../model/time/local-times.ts';
import { localMinute } from '../../model/time/period.ts';
import { isoInstant } from '../../model/time/time.ts';
import { Figures } from '../../rules/terms.ts';
import { readLedger } from '../../service/ledger/open-ledger.ts';
import { Alert } from '../../state/alert.ts';
import type { Policy } from '../../state/policy.ts';
import { buildCondition, concerns } from '../../views/condition/condition.ts';
import type { Notice } from '../../views/condition/notice.ts';
import { attempt } from '../interrupted.ts';
import { type LedgerFlags, placeOf, withLedgerOptions } from '../ledger-options.ts';
import { settingsToRead } from '../local-settings.ts';
import { hint, subjectHint } from '../names.ts';
import { dataOutput, exitCodes, type Process } from '../process.ts';
import { readingInput } from '../reading/reading-command.ts';
import { hanging } from '../tables/cut.ts';
import { asJson } from '../tables/data-forms.ts';
import { widthOf } from '../terminal.ts';

type ExplainFlags = LedgerFlags & { readonly rule?: string; readonly json?: true };

/** `spendwatch explain`: shows the path from observed facts to decisions, rule by rule. */
export function addExplain(program: Command, self: Process, exit: (code: number) => void): void {
  withLedgerOptions(program.command('explain'))
    .argument('<subject>', 'a project, billing account, group or resource')
    .summary('show why spendwatch did or did not alert on a subject')
    .description('show why spendwatch did or did not alert on a subject (read-only, makes no API calls)')
    .option('--rule <name>', 'only this rule')
    .option('--json', 'print as JSON')
    .addHelpText(
      'after',
      `
Name a subject as messages do, or by any part that is unambiguous:
  ml-infra                   the project, billing account or group of that name
  ml-infra/train-7b          a resource in a project
  ml-infra/trainer           a resource by its display name, if that differs from its ID
  ml-infra/vm/train-7b       a resource of one kind, if another kind has the same name
  project/ml-infra, account/main, group/research, project/ml-infra/vm/train-7b

Examples:
  spendwatch explain ml-infra/train-7b
  spendwatch explain account/main --rule credit

Environment: SPENDWATCH_POLICY.
Exit codes: 0 success, 2 the subject or rule is unknown, or the configuration is wrong,
4 the ledger cannot be used.`,
    )
    .action(async (name: string, flags: ExplainFlags) => {
      const { rule, json } = flags;
      const { environment, clock, stdout, stderr } = self;
      await attempt(self, exit, async () => {
        const settings = settingsToRead(environment);
        const place = placeOf(flags, settings);
        const { input, answer } = await readLedger(place, async (ledger) => {
          const input = await readingInput(ledger, settings, clock.now());
          return { input, answer: await explainSubject(ledger, { ...input, asked: name }) };
        });
        const { policy } = input;
        const mistake = rule === undefined ? null : unknownRule(policy, rule);
        if (mistake !== null) {
          stderr.write(`${mistake}\n`);
          return exitCodes.misconfigured;
        }
        if (answer.kind !== 'explained') {
          stderr.write(`${notFound(name, answer)}\n`);
          return exitCodes.misconfigured;
        }
        const explanations = answer.explanations.filter((it) => rule === undefined || it.rule.name === rule);
        const { target } = subjectParts(answer.subject);
        const notices = buildCondition(input.heads, input).notices.filter((notice) =>
          concerns(notice, target),
        );
        const paper = { zone: policy.timezone, width: widthOf(stdout) };
        // JSON output holds one document only, so notices go to standard error.
        if (json) for (const { says } of notices) stderr.write(`${says}\n`);
        if (json) dataOutput(self).write(explanationsJson(explanations));
        else stdout.write(explanationText(answer.subject, explanations, notices, paper));
        return exitCodes.fine;
      });
    });
}

function unknownRule({ rules }: Policy, name: string): string | null {
  const names = rules.map((rule): string => rule.name);
  if (names.includes(name)) return null;
  return `The policy has no rule "${name}"${hint(name, names) || '.'}`;
}

function notFound(name: string, answer: Exclude<ExplainAnswer, { kind: 'explained' }>): string {
  if (answer.kind === 'ambiguous')
    return `${answer.because}:\n${answer.subjects.map((subject) => `  ${subject}`).join('\n')}`;
  return `Unknown subject "${name}"${subjectHint(name, answer.names)}`;
}

function explanationsJson(explanations: readonly Explanation[]): string {
  const rows = explanations.map(({ rule, at, verdicts, alerts, ...rest }) => ({
    rule: rule.name,
    kind: rule.kind,
    ...rest,
    at: at && isoInstant(at),
    verdicts: verdicts.map(({ figures, ...verdict }) => ({
      ...verdict,
      figures: figures && z.encode(Figures, figures),
    })),
    alerts: alerts.map((alert) => z.encode(Alert, alert)),
  }));
  return asJson(rows);
}

/** Shows the chain from facts to decisions, rule by rule; rules that do not apply come last. */
function explanationText(
  subject: Subject,
  explanations: readonly Explanation[],
  notices: readonly Notice[],
  { zone, width }: { readonly zone: string; readonly width: number },
): string {
  const applies = ({ verdicts, alerts }: Explanation) => verdicts.length > 0 || alerts.length > 0;
  const blocks = explanations.filter(applies).map((it) => blockOf(it, zone));
  const others = explanations.filter((it) => !applies(it));
  const lines = [
    subject,
    ...notices.map(({ says }) => says),
    ...blocks.flatMap((block) => ['', ...block]),
    ...(others.length === 0 ? [] : ['']),
    ...others.map(({ rule, silentBecause }) => `${rule.name} (${rule.kind}): ${silentBecause}`),
    '',
  ];
  return lines.flatMap((line) => hanging(withLocalTimes(line, zone), width)).join('\n');
}

function blockOf({ rule, facts, verdicts, silentBecause, alerts, decisions }: Explanation, zone: string) {
  const lines = [
    ...facts.map((fact) => row('facts', fact)),
    ...verdicts.map(({ kind, because }) => row('verdict', `${kind}: ${because}`)),
    ...(silentBecause === null ? [] : [row('verdict', `none: ${silentBecause}`)]),
    ...alerts.map((alert) => row('alert', alertInWords(alert, zone))),
    ...decisions.map(({ kind, because }) => row('decision', `${kind}: ${because}`)),
  ];
  // Several conditions of a rule may give the same line.
  return [`${rule.name} (${rule.kind})`, ...new Set(lines)];
}

const row = (name: string, text: string): string => `  ${name.padEnd(8)}  ${text}`;

function alertInWords(
  { phase, severity, since, lastNotified, clearSince, announcement }: Alert,
  zone: string,
) {
  const notified =
    lastNotified === null ? 'not notified' : `last notified ${localMinute(lastNotified.at, zone)}`;
  const clear = clearSince === null ? '' : `, clear since ${localMinute(clearSince, zone)}`;
  const announced =
    announcement?.deliveredAt == null
      ? announcement && ', its announcement not delivered yet'
      : `, announced ${localMinute(announcement.deliveredAt, zone)}`;
  return `${phase}, ${severity}, since ${localMinute(since, zone)}${clear}; ${notified}${announced ?? ''}`;
}
