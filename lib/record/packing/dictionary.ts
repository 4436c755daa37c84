/**
 * The deflate dictionary: text that is common in heads and samples, and that deflate refers to instead of repeating it.
 * Without it, a head of 100 VMs would take two fifths more. References to the end are the cheapest, so that the
 * rarest text stands first.
 *
 * Bytes deflated with another dictionary cannot be read, so a change requires a new version of the codec.
 */
const fragments = [
  '"because":"idle for 1 d 15 h. In the 8 h after this time of day it is known on no recent day was used on 1 of 14 recent days; of these, on the same day of the week it was used on 1 of 2 days',
  ' stayed quiet on all of 14 recent days. Risk of stopping it wrongly: 2 to 9 %."}',
  '"severity":"warning","level":null,"times":1},"idleSince":1800000000000,"clearSince":null,"fired":[18',
  ',"overdue":{"count":0,"amount":"0","since":null},"payment":null,"nextInvoice":{"total":"","at":1800000000000,"threshold":null},"burnRate":"',
  '},"deferred":{"rules":,"until":[1800000000000,"again":[1800000000000,"signals":{"gpus":[0,"logins":[0,"pings":[0,0,0,',
  ' USD of 1,000.00 USD (.5 %) to date: 0.00 USD reported and 0.00 USD since","samples in 4 h were under 10 % CPU, 10 KiB/s of network and 100 KiB/s of disk',
  '{"id":"","kind":"stop","target":"project/","vm":"","subject":"project/","rule":"","alert":"","decidedAt":180000000',
  ',"expiresAt":180000000,"createdAt":null,"because":"","state":{"kind":"waiting"}}{"kind":"claimed","at":18000000}',
  '{"kind":"requested"{"kind":"unanswered"{"vm":"","rule":"","stoppedAt":180000000,"startedAgainAt":null}',
  '"kind":"action-confirmed","action":"stop"{"kind":"resolved","kind":"action-failed","of":"idle"{"part":"disks","instead":null,"until":180000000',
  '{"kind":"runway""account-state""commitment""lifetime""schedule""anomaly""waste""freshness""condition":"stopped-vm"',
  '{"kind":"idle","since":180000000,"points":48,"cpu":5,"network":200,"disk":0,"price":"0."},"next":',
  '{"kind":"would-act","action":"stop","after":3600000}}{"kind":"nothing","because":"alert only"},"delivered":["sns"]}"delivered":[]}',
  '{"id":"project/","at":180000000,"severity":"warning","notifications":[{"kind":"alert","id":"project/","severity":"info","subject":"project/","rule":"","because":"","incident":"project/","reason":"new","since":180000000,"figures":{"kind":"budget","basis":"to-date","spent":"',
  '","limit":"1000","threshold":"800","period":{"from":180000000,"until":180000000},"asOf":180000000,"forecast":{"low":"","likely":"","high":""}},"burnRate":"',
  '","drivers":[{"subject":"project//vm/","price":"0.","what":"vm","by":null}],"trend":["0."],"again":null}],"journal":[{"id":"","at":180000000,"event":"notified",',
  '{"key":"project/","rule":"","subject":"project/","kind":"budget","episode":"month 2026-/","createdAt":null,"phase":"firing","severity":"critical"{"key":"project//vm/","rule":"","subject":"project//vm/","kind":"idle","episode":"2026-T00:00Z","createdAt":1790000000000,"phase":"firing","severity":"warning","since":1800000000000,"level":null',
  ',"lastNotified":{"at":1800000000000,"severity":"warning","level":null,"times":1},"clearSince":null,"fired":[1800000000000],"flapping":false',
  ',"announcement":{"message":"","after":3600000,"deliveredAt":null},"step":null,"announcement":null,"step":null,"retryAfter":null,"tries":0,"unsent":0,"because":"',
  '{"part":"spend","because":"getCurrentSpend: "}"failedBecause":"listVms: ',
  '{"target":"account/","pollResult":{"kind":"account","at":180000000,"seen":["account","spend"],"missing":[]',
  ',"standing":"active","state":"active","paymentTerms":"prepaid","recharge":null,"creditBalance":"0","lowSince":null,"overdue":{"count":0,"amount":"0","since":null},"payment":null,"burnRate":"","burnLimit":null,"monthlySpend":"","monthlySpendLimit":null,"spend":null}',
  '{"target":"account/","seq":1000,"askedAt":{"account":1800000000000,"invoices":1800000000000,"payments":1800000000000,"spend":1800000000000},"seenAt":{"account":1800000000000,"invoices":1800000000000,"payments":1800000000000,"spend":1800000000000},"beganAt":',
  '"metadata":[{"owner":"","team":"","env":"production"},{"name":"","project":"research"},{}],"gpuModel":"NVIDIA ',
  '{"kind":"machine","state":"ON","activity":"running"{"kind":"volume","state":"OFF","activity":"unknown"{"kind":"disk","state":"READY","inUse":true,"sizeGib":100,"usedGib":40{"kind":"network","kind":"image","createdBy":"@example.com"',
  '{"kind":"vm","state":"STOPPED","activity":"stopped","committedUntil":18000000{"kind":"vm","state":"ACTIVE"',
  '{"target":"project/","seq":1000,"askedAt":{"vms":1800000000000,"machines":1800000000000,"clusters":1800000000000,"volumes":',
  '1800000000000,"disks":1800000000000,"buckets":1800000000000,"images":1800000000000,"networks":1800000000000,"spend":1800000000000,"usage":1800000000000},"seenAt":{"vms":1800000000000,"machines":1800000000000,"clusters":1800000000000',
  ',"volumes":1800000000000,"disks":1800000000000,"buckets":1800000000000,"images":1800000000000,"networks":1800000000000,"spend":1800000000000,"usage":1800000000000},"beganAt":1800000000000,"polledAt":1800000000000,"reportedUntil":1800000000000,"usageUntil":null,"usageUntil":1800000000000,"failedPolls":0,"failedBecause":null',
  ',"report":{"spend":{"amount":"","from":1800000000000,"until":1800000000000},"accruedSince":"","pastSpend":{"measuredSince":1800000000000,"zone":"UTC","until":1800000000000,"reached":1800000000000,"open":[],"gap":null',
  '},"alerts":[],"outbox":[],"intents":[],"stops":[],"capsNotifiedOn":null,"of":[3,4,1,0],"meters":{"unit":[0,1,2,0,0,0,0],"from":[1800000000000,-43200000,-1728000000,3600000,3600000,86400000,86400000],',
  '"until":[3600000,86400000,2678400000,2592000000,3600000,3600000,86400000,86400000,],"since":[0,0,0,0,0,0],"gap":[0,0,0,0,0,0],"measured":[null,0,0,0],"charge":{"places":3,"unit":1,"of":[null,null,null,1',
  ']},"estimated":{"places":3,"unit":1,"of":[null,null,1]},"parts":[null,[{"of":"","charge":"","since":180000000"shares":{"tags":[{"kind":"account"}{"kind":"other"}{"kind":"machine","dataCenter":"{"kind":"volume","dataCenter":"gb-london-1","gpuModel":"NVIDIA ","createdBy":"@example.com","metadata":{"team":"","owner":"","env":"","project":"","cost-center":""}}{"kind":"reported"}',
  '{"kind":"vm","dataCenter":"gb-london-1","metadata":{"owner":""}},{"kind":"vm","gpuModel":"NVIDIA H100","metadata":{}}],"count":[8,8,8,0,0,0,0,1,1,1],"of":[0,1,2,3,4,5,6,7,0,1,2,3,4,5,6,7,8,9],"charge":{"places":4,"unit":3000000,"of":[1}}},"buffered":[',
  '{"kind":"project","at":1800000000000,"account":"","seen":["vms","machines","clusters","volumes","disks","buckets","images","networks","spend","usage"],"missing":[],"diskGibPrices":{},"spend":null,"signals":["cpu","network","disk","gpus"],"seenAt":[1800000000000,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]},{"kind":"project","cloud":"compute","at":1800000000000,"account":"","seen":["vms","machines","clusters","spend","usage"],"missing":[],"diskGibPrices":{}',
  ',"spend":{"amount":"","from":1800000000000,"until":1800000000000},"observation":{"kind":"project","at":1800000000000,"account":null,"seen":["vms","machines"],"missing":[],"spend":null,"resources":{"id":["vm-000","vm-001","vm-002","vm-003","vm-004"],"price":["0.1364","0.1365","1.225",null,',
  '"createdAt":[1790000000000,1790000000000,179"seenAt":[1800000000000,0,0,0,0],"metadataOf":[0,0,1,1,2,3],"metadata":[{"owner":""},{}],"likeOf":[0,0,0,1,1,2,3,0,1,2,3,4,5,6,7,0,0,0,0],"like":[{"kind":"vm","state":"ACTIVE","activity":"running"',
  ',"committedUntil":null,"vcpus":16,"gpus":0,"gpuModel":null,"dataCenter":"gb-london-1"},{"kind":"vm","state":"ACTIVE","activity":"running","committedUntil":null,"vcpus":8,"gpus":1,"gpuModel":"NVIDIA H100"',
  ',"vcpus":2,"gpus":0,"gpuModel":null}]}}"spend":null,"resources":[1800000000000,0,0,0,0]},{"kind":"project","at":',
  '{"at":1800000000000,"usage":{"vm":["vm-000","vm-001","vm-002"],"count":[3,3,3,3,3,3],"at":[1800000000000,300000,300000,300000,-600000,300000,300000,-600000,300000,300000]',
  ',"cpu":[5.2,4.6,5,38,3,1,2,0,0.1,0.2,12,"network":[900,1100,1400,1200,190000,1000,0,0,"disk":[6144,8192,10240,12288,0,0,0,"answers":[true,true,true,null,null,null,false]}}',
];

export const dictionary: Uint8Array = Buffer.from(fragments.join(''));
