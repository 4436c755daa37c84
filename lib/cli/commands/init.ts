import { readFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { ClockError } from '../../clouds/http/clock-error.ts';
import { CloudError } from '../../clouds/http/errors.ts';
import { readPolicy } from '../../config/policy/read-policy.ts';
import { type ConnectionSettings, unnamedConnection } from '../../config/settings/connections.ts';
import type { Environment, KeySource } from '../../config/settings/environment.ts';
import { readConnectedSettings } from '../../config/settings/settings.ts';
import { isMisconfigured as isForUs } from '../../jobs/doctor/access.ts';
import { openConnection } from '../../jobs/open-connection.ts';
import { CloudName } from '../../model/cloud-name.ts';
import { isTimeZone } from '../../model/time/period.ts';
import { keyFiles } from '../../service/key-file.ts';
import { isMisconfigured } from '../configuration.ts';
import { envFile } from '../env-file.ts';
import { askForRoute } from '../init/ask-for-route.ts';
import { canWriteIn, createFile, exists } from '../init/create-file.ts';
import { agrees, askForKey, hasKey, type InitFlags, withCloud, withFlags } from '../init/prompts.ts';
import { type Survey, survey } from '../init/survey.ts';
import { foundInWords, nextInWords, settingsOf } from '../init/text.ts';
import { writePolicy } from '../init/write-policy.ts';
import { commandOf } from '../own-command.ts';
import { packageFolder } from '../package-folder.ts';
import type { Process } from '../process.ts';
import { NoAnswerError, openPrompt, type Prompt } from '../prompt.ts';
import { testAlert } from './test-alert.ts';

const exitCodes = { written: 0, misconfigured: 2, unreachable: 3 } as const;
type Outcome = keyof typeof exitCodes;

/** `spendwatch init`: surveys the cloud and writes a policy that fits it. */
export function addInit(program: Command, self: Process, exit: (code: number) => void): void {
  program
    .command('init')
    .description('survey the cloud (read-only) and write a policy that fits it')
    .addOption(
      new Option('--cloud <name>', 'the cloud (default: SPENDWATCH_CLOUD, or a prompt)').choices(
        CloudName.options,
      ),
    )
    .option(
      '--cloud-url <address>',
      'the address of its API (default: SPENDWATCH_CLOUD_URL, or a prompt if there are several)',
    )
    .option('--key-file <path>', 'the file with the API key (default: SPENDWATCH_API_KEY, or a prompt)')
    .option('--policy <path>', 'the file to write (default: SPENDWATCH_POLICY or spendwatch.yaml)')
    .option('--timezone <name>', 'the time zone of days and months', timezone, 'UTC')
    .option('--force', 'overwrite the file without asking')
    .addHelpText(
      'after',
      `
Examples:
  spendwatch init
  spendwatch init --cloud runpod --key-file runpod.key
  spendwatch init --cloud-url https://api.example.com --key-file spendwatch.key --timezone Europe/London

The API key is not accepted as an argument, because other users of the machine could read it.
Exit codes: 0 written, 2 the configuration is wrong or a prompt was not answered, 3 the cloud could not
be reached.`,
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
    stderr.write(`${dirname(path)} does not exist or is not writable\n`);
    return 'misconfigured';
  }
  const isThere = await exists(path);
  const mayReplace = flags.force === true || (isThere && (await agrees(prompt, `Replace ${path}?`, false)));
  if (isThere && !mayReplace) {
    stderr.write(`${path} already exists and was not changed; --force overwrites it\n`);
    return 'misconfigured';
  }
  const survey = await poll(self, await withCloud(given, prompt), prompt);
  const { connection, found } = survey;
  if (found instanceof ClockError) {
    stderr.write(`${found.message}\n`);
    return 'misconfigured';
  }
  if (found instanceof CloudError) {
    stderr.write(`${connection.address} could not be surveyed: ${found.message}\n`);
    return isForUs({ error: found.kind, because: found.message }) ? 'misconfigured' : 'unreachable';
  }
  stdout.write(foundInWords(found));
  const text = writePolicy(found, {
    cloudUrl: connection.address,
    timezone: flags.timezone,
    docs: docsFrom(dirname(path)),
    command: commandOf(self),
  });
  // Verifies that the policy just written can be read.
  const { rules } = readPolicy(text, path);
  const key = survey.isTyped
    ? await keepKey(connection.key, join(dirname(path), 'spendwatch.key'), prompt)
    : connection.key;
  const alerts = await askForRoute(self, dirname(path), prompt);
  if (!(await createFile({ path, text, replace: mayReplace }))) {
    stderr.write(`${path} was created by another process and was not changed\n`);
    return 'misconfigured';
  }
  const settings = { connection, policy: path, key, alerts };
  const actsWithAnother = connection.actionKey !== null;
  const isKept = await keepSettings(path, key, settingsOf(settings));
  const isOther = !isKept && (await exists(envFile));
  const docs = docsFrom('.');
  stdout.write(nextInWords({ ...settings, rules: rules.length, actsWithAnother, isKept, isOther, docs }));
  if (alerts.over === 'slack') {
    const slack = { SPENDWATCH_SLACK_URL: alerts.variable, SPENDWATCH_POLICY: path };
    stdout.write('\nA test message over the route:\n');
    await testAlert({ ...self, environment: { ...environment, ...slack } }, { route: 'slack' });
  }
  return 'written';
}

type Polled = {
  readonly connection: ConnectionSettings;
  readonly found: Survey | CloudError | ClockError;
  readonly isTyped: boolean;
};

const mostTries = 3;

/** Surveys the cloud. A typed key that is rejected is prompted for again. */
async function poll(self: Process, given: Environment, prompt: Prompt): Promise<Polled> {
  const isTyped = !hasKey(given);
  for (let tries = 1; ; tries += 1) {
    const environment = isTyped ? await askForKey(given, prompt) : given;
    readConnectedSettings(environment);
    const connection = unnamedConnection(environment);
    self.stderr.write('Surveying the cloud ...\n');
    const found = await pollOnce(self, connection);
    const isRejected = found instanceof CloudError && found.kind === 'unauthenticated';
    if (!isTyped || !isRejected || tries === mostTries) return { connection, found, isTyped };
    self.stderr.write(`${found.message}\n`);
  }
}

async function pollOnce(
  { environment, clock }: Process,
  connection: ConnectionSettings,
): Promise<Polled['found']> {
  const readers = keyFiles(environment['CREDENTIALS_DIRECTORY']);
  const cloud = openConnection(connection, connection.key, { readers, clock, log: () => {} });
  try {
    return await survey({ clock, provider: cloud.forRun().provider });
  } finally {
    await cloud.close();
  }
}

/** Returns the folder of the documents of this version, relative to another folder. */
function docsFrom(folder: string): string {
  const path = relative(resolve(folder), join(packageFolder(), 'docs')).replaceAll('\\', '/');
  return path.startsWith('.') ? path : `./${path}`;
}

/** Writes the settings where commands in this folder read them, if nothing is there yet and the key is in a file. */
async function keepSettings(policy: string, key: KeySource, settings: readonly string[]): Promise<boolean> {
  // The form of such files has no quote within quotes.
  const isPlain = settings.every((line) => !line.includes("\\'"));
  if (key.kind !== 'file' || !isPlain || resolve(dirname(policy)) !== process.cwd()) return false;
  const text = `${settings.join('\n')}\n`;
  const isWritten = await createFile({ path: envFile, text, replace: false, mode: 0o600 });
  return isWritten || (await holds(envFile, text));
}

async function holds(path: string, text: string): Promise<boolean> {
  try {
    return (await readFile(path, 'utf8')) === text;
  } catch {
    return false;
  }
}

/** Offers to save a typed key in a file next to the policy. */
async function keepKey(source: KeySource, path: string, prompt: Prompt): Promise<KeySource> {
  if (source.kind !== 'given') return source;
  const isThere = await exists(path);
  const question = isThere ? `Replace the key in ${path}?` : `Save the key in ${path}, readable only by you?`;
  if (!(await agrees(prompt, question, !isThere))) return source;
  const isKept = await createFile({ path, text: `${source.reveal()}\n`, replace: isThere, mode: 0o600 });
  return isKept ? { kind: 'file', path } : source;
}

function timezone(name: string): string {
  if (isTimeZone(name)) return name;
  throw new InvalidArgumentError('It must be an IANA time zone such as Europe/London.');
}
