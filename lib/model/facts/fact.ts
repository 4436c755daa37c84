/** A fact that a rule may need from its cloud, as it follows "needs" in a message. */
export type Fact =
  | 'reported spend of projects'
  | 'reported spend of accounts'
  | 'prices'
  | 'usage of VMs'
  | 'metadata'
  | 'times of creation'
  | 'credit'
  | 'the state of accounts'
  | 'spend limits of accounts'
  | 'commitments';
