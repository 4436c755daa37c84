import type { Subject } from '../../model/ids.ts';
import { shortSubject } from '../../model/subject.ts';
import { counted, formatShortList } from '../../model/words.ts';
import { type Finding, finding } from './finding.ts';

/** A parameter of SSM, with the KMS key that encrypts it; `null` if it is not encrypted. */
export type StoredParameter = { readonly name: string; readonly key: string | null };

/** The facts of a deployment. A text is the reason why one is unknown, and `null` means not applicable. */
export type DeploymentFacts = {
  /** The parameters under `/spendwatch`. */
  readonly parameters: readonly StoredParameter[] | string | null;
  /** The VMs that somebody else stopped in the last 30 days when a rule was about to. */
  readonly byOthers: readonly Subject[] | string | null;
};

/** Returns findings on who can read a deployment's keys, and whether another one watches the same cloud. */
export const deploymentFindings = ({ parameters, byOthers }: DeploymentFacts): Finding[] => [
  ...(parameters === null ? [] : [readersFinding(parameters)]),
  ...(byOthers === null ? [] : [othersFinding(byOthers)]),
];

/** True for the managed key of AWS, which decrypts for everyone who may read the parameters of the account. */
const isManaged = ({ key }: StoredParameter): boolean => key !== null && /(^|[:/])aws\/ssm$/.test(key);
/** True for an API key in plain text. A policy is stored in plain text too, but its name has no such ending. */
const isPlainKey = ({ name, key }: StoredParameter): boolean => key === null && name.endsWith('-key');

function readersFinding(parameters: DeploymentFacts['parameters']): Finding {
  const [id, what] = ['key-readers', 'access to keys'] as const;
  const command = 'aws ssm describe-parameters';
  if (parameters === null || typeof parameters === 'string') {
    const remedy = `use AWS credentials that allow ssm:DescribeParameters, or check KeyId in \`${command}\``;
    return finding(id, what, { state: 'advice', found: `not checked: ${parameters}`, remedy });
  }
  const secrets = parameters.filter((parameter) => parameter.key !== null || isPlainKey(parameter));
  if (secrets.length === 0) {
    const remedy = `if the keys have other names, check KeyId in \`${command}\`: it must name a key of your own`;
    return finding(id, what, { state: 'advice', found: 'not checked: no secret under /spendwatch', remedy });
  }
  const readable = secrets
    .filter((secret) => isManaged(secret) || isPlainKey(secret))
    .map(({ name }) => name);
  const figures = { parameters: secrets.length, readable: readable.length };
  if (readable.length === 0) {
    const found = `${counted(secrets.length, 'parameter')} under /spendwatch, encrypted with KMS keys of your own`;
    return finding(id, what, { found, figures });
  }
  return finding(id, what, {
    state: 'advice',
    found: `everyone in the account who may call ssm:GetParameter can read ${formatShortList(readable)}`,
    unwatched: 'whoever reads an API key can do what it permits, such as stop and delete VMs',
    remedy:
      'set apiKeysKey to a KMS key of your own, deploy, then store the parameters again with --overwrite and --key-id, as docs/deploying.md says',
    figures,
  });
}

function othersFinding(byOthers: DeploymentFacts['byOthers']): Finding {
  const [id, what] = ['stops-by-others', 'stops outside spendwatch'] as const;
  if (byOthers === null || typeof byOthers === 'string') {
    const remedy = 'make the ledger readable for this command';
    return finding(id, what, { state: 'advice', found: `not checked: ${byOthers}`, remedy });
  }
  const figures = { machines: byOthers.length };
  if (byOthers.length === 0) return finding(id, what, { found: 'none in 30 days', figures });
  return finding(id, what, {
    state: 'advice',
    found: `in 30 days, somebody else stopped ${counted(byOthers.length, 'VM')} that a rule was about to stop: ${formatShortList(byOthers.map((subject) => shortSubject(subject)))}`,
    unwatched:
      'if another deployment watches this cloud, the two may together take twice as many actions as the caps allow',
    remedy:
      'none if people stopped these VMs manually, which looks the same; otherwise let only one deployment take actions',
    figures,
  });
}
