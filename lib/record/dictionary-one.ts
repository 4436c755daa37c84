/**
 * Text that heads and samples are made of. Deflate refers to it instead of repeating it, which
 * leaves a few bytes of the names of all fields: a head of 100 VMs would take half as much again.
 * Deflate reaches what stands last most cheaply, so the rarest stands first.
 *
 * Frozen: bytes deflated with another text cannot be read. A better one goes with a codec of its own.
 */
const fragments = [
  'of the budget of 1,000 USD a month is spentquiet for 4 h: CPU at most 10 %, network at most 10 KiB/s',
  '{"id":"","kind":"stop","target":"project/","vm":"","subject":"project/","rule":"","alert":"","decidedAt":180000000',
  ',"expiresAt":180000000,"createdAt":null,"because":"","state":{"kind":"waiting"}}{"kind":"claimed","at":18000000}',
  '{"kind":"requested"{"kind":"unanswered"{"vm":"","rule":"","stoppedAt":180000000,"startedAgainAt":null}',
  '{"id":"","at":180000000,"severity":"info","notice":{"kind":"stop-confirmed""stillBilled":"{"kind":"idle-over"',
  '{"kind":"idle-found","subject":"project/","rule":"","because":"","since":180000000,"price":"0.","next":',
  '{"kind":"would-stop","after":3600000}}{"kind":"nothing","because":""},"delivered":["sns"]}"delivered":[]}',
  '{"kind":"budget-crossed","subject":"project/","rule":"","because":"","threshold":80,"basis":"projected","spent":"',
  '","limit":"1000","period":{"unit":"month","from":180000000,"until":180000000},"asOf":180000000,"burnRate":"',
  '","drivers":[{"subject":"project/","price":"0.","what":"","journal":[{"id":"","at":180000000,"event":"said",',
  '{"key":"","rule":"","subject":"project//vm/","severity":"critical""severity":"warning","since":180000000,"level":null',
  ',"announcement":{"message":"","after":3600000,"deliveredAt":null},"announcement":null,"retryAfter":null,"because":"',
  '{"part":"spend","because":"getCurrentSpend: "}"missedBecause":"listVms: ',
  '{"version":1,"target":"account/","sighting":{"kind":"account","at":180000000,"seen":["account","spend"],"missing":[]',
  ',"state":"STATE_ACTIVE","creditBalance":"","burnRate":"","burnLimit":null,"monthlySpend":"","monthlySpendLimit":null',
  '"metadata":[{"owner":"","team":"","env":"production"},{"name":"","project":"research"},{}],"gpuModel":"NVIDIA ',
  '{"kind":"machine","state":"ON","activity":"running"{"kind":"volume","state":"OFF","activity":"unknown"',
  '{"kind":"vm","state":"STOPPED","activity":"stopped","committedUntil":18000000{"kind":"vm","state":"ACTIVE"',
  '{"version":1,"target":"project/","seq":1000,"askedAt":{"vms":1800000000000,"machines":1800000000000,"volumes":',
  '1800000000000,"spend":1800000000000,"usage":1800000000000},"seenAt":{"vms":1800000000000,"machines":1800000000000',
  ',"volumes":1800000000000,"spend":1800000000000,"usage":1800000000000},"misses":0,"missedBecause":null',
  ',"meters":{"hour":{"period":{"unit":"hour","from":18000000,"until":18000000},"charge":"',
  '","since":1800000000000,"gap":0},"day":{"period":{"unit":"day","from":18000000,"until":18000000},"charge":"',
  '","since":1800000000000,"gap":0},"month":{"period":{"unit":"month","from":18000000,"until":18000000},"charge":"',
  '","since":1800000000000,"gap":0}},"closedHours":[{"period":{"unit":"hour","from":18000000,"until":18000000},"charge":"',
  '","since":1800000000000,"gap":0},{"period":{"unit":"hour","from":18000000,"until":18000000},"charge":"',
  '","since":1800000000000,"gap":0}],"report":{"spend":{"amount":"","from":18000000,"until":18000000},"accruedSince":"',
  '"},"alerts":[],"outbox":[],"intents":[],"stops":[],"capsSaidOn":null,"unwritten":{"meters":[],"journal":[]},"sighting":',
  '{"kind":"project","at":1800000000000,"account":"","seen":["vms","machines","volumes","spend","usage"],"missing":[]',
  ',"spend":{"amount":"","from":1800000000000,"until":1800000000000},"resources":{"id":["vm-000","vm-001","vm-002"]',
  ',"price":{"kind":"coded","values":[0.',
  '],"count":100}{"kind":"stepped","least":0,"step":1,"scale":10000,"nulls":false',
  ',"count":100,"width":7}',
  ',"createdAt":{"kind":"stepped","least":1790000000000,"step":1000,"scale":1,"nulls":false,"count":100,"width":24}',
  ',"seenAt":{"kind":"coded","values":[1800000000000],"count":100},"metadata":[{}],"metadataOf":',
  '{"kind":"coded","values":[0],"count":100},"like":[{"kind":"vm","state":"ACTIVE","activity":"running"',
  ',"committedUntil":null,"vcpus":16,"gpus":0,"gpuModel":null}],"likeOf":{"kind":"coded","values":[0,1,2,3,4,5,6,7]',
  ',"count":100}},"usage":{"vm":["vm-000"],"count":{"kind":"coded","values":[3],"count":34},"at":',
  '{"kind":"coded","values":[1800000000000],"count":102},"cpu":{"kind":"stepped","least":0,"step":1,"scale":10',
  ',"nulls":false,"count":102,"width":10},"network":{"kind":"stepped","least":0,"step":1,"scale":1,"nulls":false',
  ',"count":102,"width":16}}},"spend":null,"resources":{"id":["","usage":{"vm":[],"count":[],"at":[],"cpu":[],"network":[]}}}',
];

export const dictionaryOne: Uint8Array = Buffer.from(fragments.join(''));
