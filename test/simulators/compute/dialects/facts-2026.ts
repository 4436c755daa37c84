/**
 * The operations of a platform that are simulated, and the records that it answers with. These are facts drawn from
 * the OpenAPI 3.0.3 document of CUDO Compute in its public documentation (CudoVentures/cudo-compute-docs, openapi.json, 20 April 2026):
 * "METHOD path ?required parameters {required members of the body} -> record", where `{}` stands for a path parameter.
 */
const operations = `
  GET /v1/api-keys -> ListApiKeysResponse
  POST /v1/api-keys {apikeyId} -> ApiKey
  GET /v1/billing-accounts -> ListBillingAccountsResponse
  POST /v1/billing-accounts {displayName,email} -> BillingAccount
  GET /v1/billing-accounts/{}/spend/details ?startTime,endTime -> GetBillingAccountSpendDetailsResponse
  GET /v1/billing-accounts/{} -> BillingAccount
  POST /v1/billing-accounts/{}/credit ?paymentMethod -> CreateBillingAccountCreditPaymentResponse
  GET /v1/billing-accounts/{}/credit-balance-transactions -> ListBillingAccountCreditBalanceTransactionsResponse
  GET /v1/billing-accounts/{}/projects -> ListBillingAccountProjectsResponse
  GET /v1/billing-accounts/{}/transactions -> ListBillingAccountTransactionsResponse
  GET /v1/billing-accounts/invoices/outstanding -> ListOutstandingInvoicesResponse
  GET /v1/invoices ?id -> ListInvoicesResponse
  DELETE /v1/projects/{}/cluster-machines/{}
  PATCH /v1/projects/{}/cluster-machines/{} -> ClusterMachine
  GET /v1/projects/{}/clusters -> ListClustersResponse
  POST /v1/projects/{}/clusters {id,dataCenterId,machineTypeId,machineCount} -> Cluster
  DELETE /v1/projects/{}/clusters/{}
  GET /v1/projects/{}/clusters/{} -> Cluster
  PATCH /v1/projects/{}/clusters/{} {dataCenterId,machineTypeId,machineCount} -> Cluster
  GET /v1/projects/{}/disks -> ListDisksResponse
  POST /v1/projects/{}/disks {id,dataCenterId,sizeGib}
  DELETE /v1/projects/{}/disks/{}
  GET /v1/projects/{}/disks/{} -> GetDiskResponse
  PATCH /v1/projects/{}/vms/{}/disks
  GET /v1/projects/{}/images -> ListPrivateVMImagesResponse
  POST /v1/projects/{}/images ?vmId,id -> CreatePrivateVMImageResponse
  DELETE /v1/projects/{}/images/{}
  GET /v1/projects/{}/images/{} -> GetPrivateVMImageResponse
  GET /v1/vms/public-images -> ListPublicVMImagesResponse
  GET /v1/projects/{}/machines -> ListMachinesResponse
  POST /v1/projects/{}/machines {dataCenterId,id,machineTypeId,os} -> Machine
  DELETE /v1/projects/{}/machines/{}
  GET /v1/projects/{}/machines/{} -> Machine
  PATCH /v1/projects/{}/machines/{} {dataCenterId,machineTypeId,os} -> Machine
  POST /v1/projects/{}/machines/{}/deploy {os}
  GET /v1/projects/{}/networks -> ListNetworksResponse
  POST /v1/projects/{}/networks {id,dataCenterId,ipRange} -> Network
  DELETE /v1/projects/{}/networks/{}
  GET /v1/projects/{}/networks/{} -> Network
  POST /v1/projects/{}/networks/{}/start
  POST /v1/projects/{}/networks/{}/stop
  GET /v1/projects/{}/object-storage/buckets -> ListObjectStorageBucketsResponse
  GET /v1/projects/{}/object-storage/buckets/{}/{} -> ObjectStorageBucket
  GET /v1/projects -> ListProjectsResponse
  POST /v1/projects {id,billingAccountId} -> Project
  DELETE /v1/projects/{}
  GET /v1/projects/{} -> Project
  PATCH /v1/projects/{} {billingAccountId} -> Project
  GET /v1/resources/search ?query -> SearchResourcesResponse
  GET /v1/auth -> Profile
  GET /v1/projects/{}/count-vms -> CountVMsResponse
  PATCH /v1/projects/{}/disk/{}/attach
  PUT /v1/projects/{}/disk/{}/detach
  POST /v1/projects/{}/vm {dataCenterId,machineType,vmId,bootDiskImageId,vcpus,memoryGib,gpus} -> CreateVMResponse
  POST /v1/projects/{}/vm/{}/commit
  POST /v1/projects/{}/vm/{}/expire-time -> UpdateVMExpireTimeResponse
  POST /v1/projects/{}/vm/{}/metadata -> UpdateVMMetadataResponse
  GET /v1/projects/{}/vms -> ListVMsResponse
  GET /v1/projects/{}/vms/{} -> GetVMResponse
  GET /v1/projects/{}/vms/{}/monitor -> MonitorVMResponse
  POST /v1/projects/{}/vms/{}/reboot
  POST /v1/projects/{}/vms/{}/resize -> ResizeVMResponse
  POST /v1/projects/{}/vms/{}/start
  POST /v1/projects/{}/vms/{}/stop
  POST /v1/projects/{}/vms/{}/terminate
  GET /v1/vms/data-centers -> ListVMDataCentersResponse
  GET /v1/projects/{}/volumes -> ListVolumesResponse
  POST /v1/projects/{}/volumes {id,dataCenterId,sizeGib} -> Volume
  DELETE /v1/projects/{}/volumes/{}
  GET /v1/projects/{}/volumes/{} -> Volume
  PATCH /v1/projects/{}/volumes/{} {dataCenterId,sizeGib} -> Volume
`;

/** "Record field:type", where `!` marks a field that every such record has, and `[x]` is a list of x. */
const records = `
  ApiKey createTime:time id:string key:string
  BillingAccount billingAddress:BillingAddress billingThreshold:Decimal createBy:string createTime:time creditBalance:Decimal creditBalanceRecharge:CreditBalanceRecharge deleteTime:time displayName:string hourlySpendLimit:Decimal hourlySpendRate:Decimal id:string invoiceTime:time monthlySpend:string monthlySpendLimit:Decimal nextInvoiceTotal:Decimal paymentTerms:string purgeTime:time state:string taxId:TaxId
  BillingAccountProject id:string! resourceCount:integer!
  BillingAccountResult createTime:time displayName:string id:string
  BillingAccountSpendRow amount:Decimal! description:string! projectId:string! quantity:number! unit:string! unitAmount:Decimal!
  BillingAddress city:string country:string line1:string line2:string name:string phone:string postalCode:string state:string
  Charge amount:Decimal! createTime:time! failureCode:string paid:boolean! refunded:boolean! status:string!
  Cluster architecture:string commitmentEndTime:time commitmentTerm:string cpuModel:string cpuSpeedMhz:integer createBy:string createTime:time customSshKeys:[string] dataCenterId:string! gpuModelId:string id:string! ipoibConfig:ClusterIPOIBConfig machineCount:integer! machinePriceHr:Decimal machineTypeId:string! machines:[ClusterMachine] networkType:string projectId:string! sshKeySource:string startScript:string state:string totalCpuCores:integer totalDiskSizeGib:integer totalGpus:integer totalMachinePriceHr:Decimal totalMemoryGib:integer totalPriceHr:Decimal
  ClusterIPOIBConfig hostBits:integer! networkPrefix:string! portBits:integer!
  ClusterMachine architecture:string cpuCores:integer cpuModel:string cpuSpeedMhz:integer createBy:string createTime:time dataCenterId:string diskSizeGib:integer disks:integer externalIpAddress:string gpuModelId:string gpus:integer id:string internalIpAddress:string machineTypeId:string memoryGib:integer powerState:string priceHr:Decimal projectId:string state:string volumeIds:[string]
  CountVMsResponse count:integer!
  CreateBillingAccountCreditPaymentResponse paymentIntent:PaymentIntent!
  CreatePrivateVMImageResponse image:PrivateImage
  CreateVMResponse id:string! vm:VM
  CreditBalanceRecharge autoRecharge:boolean! high:Decimal! low:Decimal! transaction:Transaction
  CreditBalanceTransaction amount:Decimal! createTime:time! description:string! id:string!
  Disk createTime:time dataCenterId:string! diskState:string diskType:string id:string! privateImageId:string projectId:string! publicImageId:string sizeGib:integer! vmId:string
  DiskStoragePriceHr diskGibPriceHr:Decimal
  GetBillingAccountSpendDetailsResponse spend:[BillingAccountSpendRow]!
  GetDiskResponse disk:Disk
  GetPrivateVMImageResponse image:PrivateImage
  GetVMResponse VM:VM! gpuPriceHr:Decimal! ipv4PriceHr:Decimal! memoryGibPriceHr:Decimal! storageGibPriceHr:Decimal! totalGpuPriceHr:Decimal! totalMemoryPriceHr:Decimal! totalPriceHr:Decimal! totalStoragePriceHr:Decimal! totalVcpuPriceHr:Decimal! vcpuPriceHr:Decimal!
  Image description:string! displayName:string! id:string! installedPackages:[Package]! name:string! platform:string! sizeGib:integer!
  ImageResult createTime:time dataCenterId:string id:string projectId:string sizeGib:integer
  Invoice amountDue:int64 amountPaid:int64 amountRemaining:int64 autoAdvance:boolean billingReason:string created:int64 currency:string description:string dueDate:int64 hostedInvoiceUrl:string id:string number:string paidDate:int64 periodEnd:int64 periodStart:int64 status:string subtotal:int64 subtotalExcludingTax:int64 tax:int64 total:int64 totalExcludingTax:int64
  LastPaymentError code:string! declineCode:string!
  LatLng latitude:number longitude:number
  ListApiKeysResponse apiKeys:[ApiKey]! pageNumber:integer! pageSize:integer! totalCount:integer!
  ListBillingAccountCreditBalanceTransactionsResponse creditBalanceTransactions:[CreditBalanceTransaction]! hasMore:boolean!
  ListBillingAccountProjectsResponse projects:[BillingAccountProject]!
  ListBillingAccountTransactionsResponse hasMore:boolean! transactions:[Transaction]!
  ListBillingAccountsResponse billingAccounts:[BillingAccount]! pageSize:integer! pageToken:string!
  ListClustersResponse clusters:[Cluster] pageNumber:integer! pageSize:integer! totalCount:integer!
  ListDisksResponse disks:[Disk] pageNumber:integer! pageSize:integer! totalCount:integer!
  ListInvoicesResponse hasMore:boolean! invoices:[Invoice]!
  ListMachinesResponse machines:[Machine] pageNumber:integer! pageSize:integer! totalCount:integer!
  ListNetworksResponse networks:[Network]! pageNumber:integer! pageSize:integer! totalCount:integer!
  ListObjectStorageBucketsResponse buckets:[ObjectStorageBucket]! pageNumber:integer! pageSize:integer! totalCount:integer!
  ListOutstandingInvoicesResponse invoices:[Invoice]!
  ListPrivateVMImagesResponse images:[PrivateImage] pageNumber:integer! pageSize:integer! totalCount:integer!
  ListProjectsResponse pageSize:integer! pageToken:string! projects:[Project]!
  ListPublicVMImagesResponse images:[Image]!
  ListVMDataCentersResponse dataCenters:[VMDataCenter]!
  ListVMsResponse VMs:[VM]
  ListVolumesResponse pageNumber:integer! pageSize:integer! totalCount:integer! volumes:[Volume]
  Machine architecture:string commitmentTerm:string cpuCores:integer cpuModel:string cpuSpeedMhz:integer createBy:string createTime:time customSshKeys:[string] dataCenterId:string! diskSizeGib:integer disks:integer externalIpAddresses:[string] gpuModelId:string gpus:integer hostname:string id:string! machineTypeId:string! memoryGib:integer os:string! powerState:string priceHr:Decimal projectId:string! sshKeySource:string startScript:string state:string userData:string
  MachineResult architecture:string cpuCores:integer cpuModel:string cpuSpeedMhz:integer createTime:time dataCenterId:string diskSizeGib:integer disks:integer externalIpAddresses:[string] gpuModelId:string gpus:integer id:string ipv4Addresses:integer machineTypeId:string memoryGib:integer os:string powerState:string projectId:string state:string
  MonitorVMResponse items:[VMMonitoringItem]!
  Network createTime:time dataCenterId:string! externalIpAddress:string gateway:string id:string! internalIpAddress:string ipRange:string! priceHr:Decimal projectId:string! state:string vmState:string
  NetworkPriceHr priceHr:Decimal
  ObjectStorageBucket billableBytes:int64 dataCenterId:string! endpoint:string id:string! objectCount:int64 projectId:string! sizeBytes:int64 storageGibPriceHr:Decimal
  Package description:string! name:string! version:string!
  PaymentIntent clientSecret:string!
  PrivateImage dataCenterId:string description:string id:string platform:string projectId:string sizeGib:integer state:string
  Profile emailAddress:string firstName:string lastName:string picture:string
  Project billingAccountId:string! createBy:string id:string! resourceCount:integer
  ResizeVMResponse vm:VM!
  Result billingAccount:BillingAccountResult cluster:Cluster disk:Disk image:ImageResult machine:MachineResult network:Network project:Project resourceName:string resourceType:string score:number virtualMachine:VirtualMachineResult volume:Volume
  Rule icmpType:string id:string ipRangeCidr:string ports:string protocol:string ruleType:string
  SearchResourcesResponse results:[Result]
  SecurityGroup dataCenterId:string! description:string id:string! projectId:string rules:[Rule]
  SecurityGroupRule icmpType:string id:string ipRangeCidr:string ports:string protocol:string ruleType:string
  TaxId id:string type:string value:string
  Transaction amount:Decimal! createTime:time! description:string! id:string! lastPaymentError:LastPaymentError! latestCharge:Charge! status:string! succeeded:boolean!
  UpdateVMExpireTimeResponse expireTime:time
  UpdateVMMetadataResponse metadata:{}
  VM authorizedSshKeys:string bootDisk:Disk bootDiskSizeGib:integer commitmentEndTime:time commitmentTerm:string! cpuModel:string createBy:string createTime:time datacenterId:string expireTime:time externalIpAddress:string gpuModel:string gpuModelId:string gpuQuantity:integer id:string imageId:string imageName:string internalIpAddress:string machineType:string memory:integer metadata:{} nics:[VM.NIC] price:VMPrice privateImageId:string projectId:string! publicImageId:string publicImageName:string publicIpAddress:string renewableEnergy:boolean rules:[SecurityGroupRule] securityGroupIds:[string] securityGroups:[SecurityGroup] shortState:string sshKeySource:string state:string storageDisks:[Disk] vcpus:integer
  VM.NIC externalIpAddress:string internalIpAddress:string networkAddress:string networkId:string securityGroupIds:[string]
  VMDataCenter diskPoolPricing:[DiskStoragePriceHr] id:string! ipv4Free:integer! ipv4PriceHr:Decimal location:LatLng! networkPriceHr:Decimal networkPricing:[NetworkPriceHr] objectStorageGibPriceHr:Decimal renewableEnergy:boolean! s3Endpoint:string! supplierName:string!
  VMMonitoringItem cpu:number diskRdBytes:int64 diskRdIops:int64 diskWrBytes:int64 diskWrIops:int64 guestPing:int64 memory:int64 netRx:int64 netTx:int64 timestamp:int64
  VMPrice gpuPriceHr:Decimal! ipv4AddressPriceHr:Decimal! memoryGibPriceHr:Decimal! storageGibPriceHr:Decimal! totalGpuPriceHr:Decimal! totalMemoryPriceHr:Decimal! totalPriceHr:Decimal! totalStoragePriceHr:Decimal! totalVcpuPriceHr:Decimal! vcpuPriceHr:Decimal!
  VirtualMachineResult bootDiskPrivateImageId:string bootDiskPublicImageId:string bootDiskSizeGib:integer createTime:time dataCenterId:string gpuModelId:string gpus:integer id:string memoryGib:integer projectId:string state:string vcpus:integer
  Volume commitmentEndTime:time commitmentTerm:string dataCenterId:string! gibPriceHr:Decimal id:string! nfsPath:string nfsServer:string projectId:string! sizeGib:integer! sizeGibUsed:integer state:string totalPriceHr:Decimal
`;

export const facts2026 = { operations, records };
