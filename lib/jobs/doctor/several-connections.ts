import { type ConnectionName, connectionInWords } from '../../model/connection-name.ts';
import { concluded, type Diagnosis, type DiagnosisOutcome, unknownProjects } from './diagnose.ts';
import { type Finding, finding } from './finding.ts';

type Checked = { readonly connection: ConnectionName | null; readonly diagnosis: Diagnosis };

/** Returns the diagnosis of a connection whose key cannot be read. */
export const keyMissing = (because: string): Diagnosis =>
  concluded('misconfigured', [
    finding('key', 'API key', {
      state: 'no',
      found: because,
      unwatched: 'nothing on this connection can be monitored',
      remedy: 'put the key into the place that the settings file names, or correct that place',
    }),
  ]);

const worst: readonly DiagnosisOutcome[] = ['misconfigured', 'unreachable', 'gaps', 'watchable'];

/** Variables in remedies, with the names of the same settings in a settings file. */
const namesInFile: readonly (readonly [string, string])[] = [
  ['SPENDWATCH_CLOUD_URL', 'its address in the settings file'],
  ['SPENDWATCH_REQUESTS_PER_MINUTE', 'its requests-per-minute in the settings file'],
  ['the file of SPENDWATCH_ACT_KEY_FILE', 'the place of its editor-key'],
];

/** The ids of findings on the policy and the deployment, which are the same for every connection. */
const ofAllIds: ReadonlySet<string> = new Set(['routes', 'key-readers', 'stops-by-others']);
const isOfAll = ({ id }: Finding): boolean => ofAllIds.has(id);

/** Returns one diagnosis of all connections. Findings that are the same for every connection are listed once. */
export function together(checked: readonly Checked[]): Diagnosis {
  const [only] = checked;
  if (only !== undefined && checked.length === 1) return only.diagnosis;
  // A project that is named need not exist on every connection.
  const withProject = checked.filter(({ diagnosis }) => !diagnosis.findings.some(isUnknownProject));
  const relevant = withProject.length === 0 ? checked : withProject;
  const outcome =
    worst.find((candidate) => relevant.some(({ diagnosis }) => diagnosis.outcome === candidate)) ??
    'watchable';
  const ofAll = (relevant[0]?.diagnosis.findings ?? []).filter(isOfAll);
  const ofEach = relevant.flatMap(({ connection, diagnosis }) =>
    diagnosis.findings
      .filter((one) => !isOfAll(one))
      .map((one) => ({ ...one, remedy: one.remedy && inFile(one.remedy), connection })),
  );
  const { verdict } = concluded(outcome, [
    ...ofAll,
    ...ofEach.map((one) => ({ ...one, what: `${one.what} (${one.connection ?? 'unnamed connection'})` })),
  ]);
  return { outcome, verdict: describeJointVerdict(relevant, verdict), findings: [...ofAll, ...ofEach] };
}

/** Returns the verdicts of the connections that cannot be monitored, each with its name, or else the joint verdict. */
function describeJointVerdict(checked: readonly Checked[], verdict: string): string {
  const unwatched = checked.filter(
    ({ diagnosis: { outcome } }) => outcome === 'misconfigured' || outcome === 'unreachable',
  );
  if (unwatched.length === 0) return verdict;
  const sentences = unwatched.map(
    ({ connection, diagnosis }) => `${connectionInWords(connection)}: ${diagnosis.verdict}`,
  );
  const others = checked.filter((one) => !unwatched.includes(one));
  if (others.length === 0) return sentences.join(' ');
  return [
    ...sentences,
    `Checked: ${others.map(({ connection }) => connectionInWords(connection)).join(', ')}.`,
  ].join(' ');
}

const isUnknownProject = ({ unwatched }: Finding): boolean => unwatched === unknownProjects;

const inFile = (remedy: string): string =>
  namesInFile.reduce((text, [variable, name]) => text.replaceAll(variable, name), remedy);
