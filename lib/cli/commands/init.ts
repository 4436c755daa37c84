import { dirname, join, relative, resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { readPolicy } from '../../config/policy/read-policy.ts';
import type { Environment, KeySource } from '../../config/settings/environment.ts';
import { readSettings, type Settings } from '../../config/settings/settings.ts';
import { isMisconfigured as isForUs } from '../../jobs/doctor/access.ts';
import { isTimeZone } from '../../model/time/period.ts';
import { ClockError } from '../../providers/clock-error.ts';
import { CloudError } from '../../providers/errors.ts';
import { keyFiles } from '../../service/key-file.ts';
import { openCloud } from '../../service/open-cloud.ts';
import { isMisconfigured } from '../configuration.ts';
import { agrees, askForKey, hasKey, type InitFlags, withAddress, withFlags } from '../init/answers.ts';
import { canWriteIn, createFile, exists } from '../init/create-file.ts';
import { type Survey, survey } from '../init/survey.ts';
import { foundInWords, nextInWords } from '../init/text.ts';
import { writePolicy } from '../init/write-policy.ts';
import type { Process } from '../process.ts';
import { NoAnswerError, openPrompt, type Prompt } from '../prompt.ts';

const exitCodes = { written: 0, misconfigured: 2, unreachable: 3 } as const;
type Outcome = keyof typeof exitCodes;

/** `spendwatch init`: looks at what there is, and writes a policy that fits it. */
export function addInit(program: Command, self: Process, exit: (code: number) => void): void {
  program
    .command('init')
    .description('look at the cloud and write a policy that fits what is found; changes nothing there')
    .option(
      '--cloud-url <address>',
      "address of the cloud's API; or SPENDWATCH_CLOUD_URL, or it is asked for",
    )
    .option('--key-file <path>', 'file that holds the API key; or SPENDWATCH_API_KEY, or it is asked for')
    .option('--policy <path>', 'the file to write; or SPENDWATCH_POLICY, or spendwatch.yaml')
    .option('--timezone <name>', 'whose days and months count', timezone, 'UTC')
    .option('--force', 'replace the file without asking')
    .addHelpText(
      'after',
      `
Examples:
  spendwatch init
  spendwatch init --cloud-url https://api.example.com --key-file spendwatch.key --timezone Europe/London

A key is never taken from the command line, where others on the machine could read it.
Exit codes: 0 written, 2 the configuration is wrong or there was no answer, 3 the cloud could not be reached.`,
    )
    .action(async (flags: InitFlags) => {
      const prompt = openPrompt(self.stdin, self.stderr, self.signal);
      try {
        exit(exitCodes[await init(self, flags, prompt)]);
      } catch (error) {
        if (!isMisconfigured(error) && !(error instanceof NoAnswerError)) throw error;
        if (error instanceof NoAnswerError && error.isInterrupted) throw error;
        self.stderr.write(`${error.message}\n`);
        exit(exitCodes.misconfigured);
      } finally {
        prompt.close();
      }
    });
}

async function init(self: Process, flags: InitFlags, prompt: Prompt): Promise<Outcome> {
  const { stdout, stderr, environment } = self;
  const given = withFlags(environment, flags);
  const path = given['SPENDWATCH_POLICY'] || 'spendwatch.yaml';
  if (!(await canWriteIn(dirname(path)))) {
    stderr.write(`${dirname(path)} is not there, or this user may not write in it\n`);
    return 'misconfigured';
  }
  const isThere = await exists(path);
  const mayReplace = flags.force === true || (isThere && (await agrees(prompt, `Replace ${path}?`, false)));
  if (isThere && !mayReplace) {
    stderr.write(`${path} is there already, and stays as it is; --force replaces it\n`);
    return 'misconfigured';
  }
  const asked = await poll(self, await withAddress(given, prompt), prompt);
  const { settings, found } = asked;
  if (found instanceof ClockError) {
    stderr.write(`${found.message}\n`);
    return 'misconfigured';
  }
  if (found instanceof CloudError) {
    stderr.write(`${found.message}\n`);
    return isForUs({ error: found.kind, because: found.message }) ? 'misconfigured' : 'unreachable';
  }
  stdout.write(foundInWords(found));
  const text = writePolicy(found, {
    cloudUrl: settings.cloudUrl,
    timezone: flags.timezone,
    schema: schemaFrom(path),
  });
  // What is written here must be what is read there, or nobody could use it.
  const { rules } = readPolicy(text, path);
  const key = asked.isTyped
    ? await keepKey(settings.key, join(dirname(path), 'spendwatch.key'), prompt)
    : settings.key;
  if (!(await createFile({ path, text, replace: mayReplace }))) {
    stderr.write(`${path} came to be at this moment, and stays as it is\n`);
    return 'misconfigured';
  }
  const { cloudUrl, actionKey } = settings;
  stdout.write(
    nextInWords({ cloudUrl, policy: path, rules: rules.length, key, actsWithAnother: actionKey !== null }),
  );
  return 'written';
}

type Polled = {
  readonly settings: Settings;
  readonly found: Survey | CloudError | ClockError;
  readonly isTyped: boolean;
};

const mostTries = 3;

/** Looks at the cloud; whoever typed a key that it does not take may type another. */
async function poll(self: Process, given: Environment, prompt: Prompt): Promise<Polled> {
  const isTyped = !hasKey(given);
  for (let tries = 1; ; tries += 1) {
    const settings = readSettings(isTyped ? await askForKey(given, prompt) : given);
    self.stderr.write('Looking at the cloud ...\n');
    const found = await pollOnce(self, settings);
    const isRejected = found instanceof CloudError && found.kind === 'unauthenticated';
    if (!isTyped || !isRejected || tries === mostTries) return { settings, found, isTyped };
    self.stderr.write(`${found.message}\n`);
  }
}

async function pollOnce({ environment, clock }: Process, settings: Settings): Promise<Polled['found']> {
  const log = () => {};
  const keyReaders = keyFiles(environment['CREDENTIALS_DIRECTORY']);
  const cloud = openCloud({ settings, source: settings.key, keyReaders, clock, log });
  try {
    return await survey({ clock, provider: cloud.forPass().provider });
  } finally {
    await cloud.close();
  }
}

const schemaFile = join(import.meta.dirname, '../../../docs/policy-schema.json');

/** No address has the schema of this very version; the file that came with it has. */
function schemaFrom(policy: string): string {
  const path = relative(dirname(resolve(policy)), schemaFile).replaceAll('\\', '/');
  return path.startsWith('.') ? path : `./${path}`;
}

/** Puts a key that was typed where the other commands find it, if its owner likes. */
async function keepKey(source: KeySource, path: string, prompt: Prompt): Promise<KeySource> {
  if (source.kind !== 'given') return source;
  const isThere = await exists(path);
  const question = isThere
    ? `Replace the key in ${path}?`
    : `Keep the key in ${path}, which only you may read?`;
  if (!(await agrees(prompt, question, !isThere))) return source;
  const isKept = await createFile({ path, text: `${source.reveal()}\n`, replace: isThere, mode: 0o600 });
  return isKept ? { kind: 'file', path } : source;
}

function timezone(name: string): string {
  if (isTimeZone(name)) return name;
  throw new InvalidArgumentError('It must be an IANA name such as Europe/London.');
}
