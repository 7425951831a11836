// Made by deploy/dev/fhir/make-structures; how to read it is said there. The value sets that something is bound to and that the definitions do not list:
// http://build.fhir.org/valueset-request-intent.html
// http://hl7.org/fhir/ValueSet/designation-use
// http://www.rfc-editor.org/bcp/bcp13.txt

extension StructureTable {
    static let stu3: StaticString = #"""
        =Element<! id:string extension*:Extension
        =Resource<! id:id;S meta:Meta;S implicitRules:uri;SM language:code
        =Address<Element use:code;SM=0 type:code;S=1 text:string;S line*:string;S city:string;S district:string;S state:string;S postalCode:string;S country:string;S period:Period;S
        =Annotation<Element author[x]:Reference(Patient,Practitioner,RelatedPerson)|string;S time:dateTime;S text!:string
        =Attachment<Element@0 contentType:code;S language:code;S data:base64Binary url:uri;S size:unsignedInt;S hash:base64Binary;S title:string;S creation:dateTime;S
        =BackboneElement<Element! modifierExtension*:Extension;SM
        =Binary<Resource contentType!:code;S securityContext:Reference;S content!:base64Binary
        =Bundle<Resource@1,2,3,4,5,6 identifier:Identifier;S type!:code;S=2 total:unsignedInt;S link*:.;S entry*:.;S signature:Signature;S
        =Bundle.link<BackboneElement relation!:string;S url!:uri;S
        =Bundle.entry<BackboneElement@7,8 link*:#Bundle.link;S fullUrl:uri;S resource:Resource;S search:.;S request:.;S response:.;S
        =Bundle.entry.search<BackboneElement mode:code;S=3 score:decimal;S
        =Bundle.entry.request<BackboneElement method!:code;S=4 url!:uri;S ifNoneMatch:string;S ifModifiedSince:instant;S ifMatch:string;S ifNoneExist:string;S
        =Bundle.entry.response<BackboneElement status!:string;S location:uri;S etag:string;S lastModified:instant;S outcome:Resource;S
        =CodeableConcept<Element coding*:Coding;S text:string;S
        =Coding<Element system:uri;S version:string;S code:code;S display:string;S userSelected:boolean;S
        =ContactDetail<Element name:string;S telecom*:ContactPoint;S
        =ContactPoint<Element@9 system:code;S=5 value:string;S use:code;SM=6 rank:positiveInt;S period:Period;S
        =Contributor<Element type!:code;S=7 name!:string;S contact*:ContactDetail;S
        =DataRequirement<Element type!:code;S=8 profile*:uri;S mustSupport*:string;S codeFilter*:.;S dateFilter*:.;S
        =DataRequirement.codeFilter<Element path!:string;S valueSet[x]:string|Reference(ValueSet);S valueCode*:code;S valueCoding*:Coding;S valueCodeableConcept*:CodeableConcept;S
        =DataRequirement.dateFilter<Element path!:string;S value[x]:dateTime|Period|Duration;S
        =DomainResource<Resource!@10,11,12,13 text:Narrative contained*:Resource extension*:Extension modifierExtension*:Extension;M
        =Dosage<Element sequence:integer;S text:string;S additionalInstruction*:CodeableConcept;S patientInstruction:string;S timing:Timing;S asNeeded[x]:boolean|CodeableConcept;S site:CodeableConcept;S route:CodeableConcept;S method:CodeableConcept;S dose[x]:Range|SimpleQuantity;S maxDosePerPeriod:Ratio;S maxDosePerAdministration:SimpleQuantity;S maxDosePerLifetime:SimpleQuantity;S rate[x]:Ratio|Range|SimpleQuantity;S
        =ElementDefinition<Element@15,16,17,18,19,20,21,22,23,24 path!:string;S representation*:code;S=9 sliceName:string;S label:string;S code*:Coding;S slicing:.;S short:string;S definition:markdown;S comment:markdown;S requirements:markdown;S alias*:string;S min:unsignedInt;S max:string;S@14 base:.;S contentReference:uri;S type*:.;S defaultValue[x]:base64Binary|boolean|code|date|dateTime|decimal|id|instant|integer|markdown|oid|positiveInt|string|time|unsignedInt|uri|Address|Age|Annotation|Attachment|CodeableConcept|Coding|ContactPoint|Count|Distance|Duration|HumanName|Identifier|Money|Period|Quantity|Range|Ratio|Reference|SampledData|Signature|Timing|Meta;S meaningWhenMissing:markdown;S orderMeaning:string;S fixed[x]:base64Binary|boolean|code|date|dateTime|decimal|id|instant|integer|markdown|oid|positiveInt|string|time|unsignedInt|uri|Address|Age|Annotation|Attachment|CodeableConcept|Coding|ContactPoint|Count|Distance|Duration|HumanName|Identifier|Money|Period|Quantity|Range|Ratio|Reference|SampledData|Signature|Timing|Meta;S pattern[x]:base64Binary|boolean|code|date|dateTime|decimal|id|instant|integer|markdown|oid|positiveInt|string|time|unsignedInt|uri|Address|Age|Annotation|Attachment|CodeableConcept|Coding|ContactPoint|Count|Distance|Duration|HumanName|Identifier|Money|Period|Quantity|Range|Ratio|Reference|SampledData|Signature|Timing|Meta;S example*:.;S minValue[x]:date|dateTime|instant|time|decimal|integer|positiveInt|unsignedInt|Quantity;S maxValue[x]:date|dateTime|instant|time|decimal|integer|positiveInt|unsignedInt|Quantity;S maxLength:integer;S condition*:id;S constraint*:.;S mustSupport:boolean;S isModifier:boolean;S isSummary:boolean;S binding:.;S mapping*:.;S
        =ElementDefinition.slicing<Element@25 discriminator*:.;S description:string;S ordered:boolean;S rules!:code;S=10
        =ElementDefinition.slicing.discriminator<Element type!:code;S=11 path!:string;S
        =ElementDefinition.base<Element path!:string;S min!:unsignedInt;S max!:string;S
        =ElementDefinition.type<Element@26 code!:uri;S profile:uri;S targetProfile:uri;S aggregation*:code;S=12 versioning:code;S=13
        =ElementDefinition.example<Element label!:string;S value[x]!:base64Binary|boolean|code|date|dateTime|decimal|id|instant|integer|markdown|oid|positiveInt|string|time|unsignedInt|uri|Address|Age|Annotation|Attachment|CodeableConcept|Coding|ContactPoint|Count|Distance|Duration|HumanName|Identifier|Money|Period|Quantity|Range|Ratio|Reference|SampledData|Signature|Timing|Meta;S
        =ElementDefinition.constraint<Element key!:id;S requirements:string;S severity!:code;S=14 human!:string;S expression!:string;S xpath:string;S source:uri;S
        =ElementDefinition.binding<Element@27,28 strength!:code;S=15 description:string;S valueSet[x]:uri|Reference(ValueSet);S
        =ElementDefinition.mapping<Element identity!:id;S language:code;S map!:string;S comment:string;S
        =Extension<Element url!:uri value[x]:base64Binary|boolean|code|date|dateTime|decimal|id|instant|integer|markdown|oid|positiveInt|string|time|unsignedInt|uri|Address|Age|Annotation|Attachment|CodeableConcept|Coding|ContactPoint|Count|Distance|Duration|HumanName|Identifier|Money|Period|Quantity|Range|Ratio|Reference|SampledData|Signature|Timing|Meta
        =HumanName<Element use:code;SM=16 text:string;S family:string;S given*:string;S prefix*:string;S suffix*:string;S period:Period;S
        =Identifier<Element use:code;SM=17 type:CodeableConcept;S system:uri;S value:string;S period:Period;S assigner:Reference(Organization);S
        =Meta<Element versionId:id;S lastUpdated:instant;S profile*:uri;S security*:Coding;S tag*:Coding;S
        =Narrative<Element status!:code=18 div!:xhtml@29,30
        =ParameterDefinition<Element name:code;S use!:code;S=19 min:integer;S max:string;S documentation:string;S type!:code;S=8 profile:Reference(StructureDefinition);S
        =Parameters<Resource parameter*:.;S
        =Parameters.parameter<BackboneElement@31 name!:string;S value[x]:base64Binary|boolean|code|date|dateTime|decimal|id|instant|integer|markdown|oid|positiveInt|string|time|unsignedInt|uri|Address|Age|Annotation|Attachment|CodeableConcept|Coding|ContactPoint|Count|Distance|Duration|HumanName|Identifier|Money|Period|Quantity|Range|Ratio|Reference|SampledData|Signature|Timing|Meta;S resource:Resource;S part*:#Parameters.parameter;S
        =Period<Element@32 start:dateTime;S end:dateTime;S
        =Quantity<Element@33 value:decimal;S comparator:code;SM=20 unit:string;S system:uri;S code:code;S
        =Range<Element@34 low:SimpleQuantity;S high:SimpleQuantity;S
        =Ratio<Element@35 numerator:Quantity;S denominator:Quantity;S
        =Reference<Element@36 reference:string;S identifier:Identifier;S display:string;S
        =RelatedArtifact<Element type!:code;S=21 display:string;S citation:string;S url:uri;S document:Attachment;S resource:Reference;S
        =SampledData<Element origin!:SimpleQuantity;S period!:decimal;S factor:decimal;S lowerLimit:decimal;S upperLimit:decimal;S dimensions!:positiveInt;S data!:string
        =Signature<Element type+:Coding;S when!:instant;S who[x]!:uri|Reference(Device,Organization,Patient,Practitioner,RelatedPerson);S onBehalfOf[x]:uri|Reference(Device,Organization,Patient,Practitioner,RelatedPerson);S contentType:code;S blob:base64Binary
        =Timing<Element event*:dateTime;S repeat:.;S code:CodeableConcept;S
        =Timing.repeat<Element@37,38,39,40,41,42,43,44,45 bounds[x]:Duration|Range|Period;S count:integer;S countMax:integer;S duration:decimal;S durationMax:decimal;S durationUnit:code;S=22 frequency:integer;S frequencyMax:integer;S period:decimal;S periodMax:decimal;S periodUnit:code;S=22 dayOfWeek*:code;S=23 timeOfDay*:time;S when*:code;S=24 offset:unsignedInt;S
        =TriggerDefinition<Element type!:code;S=25 eventName:string;S eventTiming[x]:Timing|Reference(Schedule)|date|dateTime;S eventData:DataRequirement;S
        =UsageContext<Element code!:Coding;S value[x]!:CodeableConcept|Quantity|Range;S
        =base64Binary<Element
        =boolean<Element
        =date<Element
        =dateTime<Element
        =decimal<Element
        =instant<Element
        =integer<Element
        =string<Element
        =time<Element
        =uri<Element
        =xhtml<Element
        =Account<DomainResource identifier*:Identifier;S status:code;SM=26 type:CodeableConcept;S name:string;S subject:Reference(Device,HealthcareService,Location,Organization,Patient,Practitioner);S period:Period;S active:Period;S balance:Money coverage*:.;S owner:Reference(Organization);S description:string;S guarantor*:.
        =Account.coverage<BackboneElement coverage!:Reference(Coverage);S priority:positiveInt;S
        =Account.guarantor<BackboneElement party!:Reference(Organization,Patient,RelatedPerson) onHold:boolean period:Period
        =ActivityDefinition<DomainResource url:uri;S identifier*:Identifier;S version:string;S name:string;S title:string;S status!:code;SM=27 experimental:boolean;SM date:dateTime;S publisher:string;S description:markdown;S purpose:markdown usage:string approvalDate:date lastReviewDate:date effectivePeriod:Period;S useContext*:UsageContext;S jurisdiction*:CodeableConcept;S topic*:CodeableConcept contributor*:Contributor contact*:ContactDetail;S copyright:markdown relatedArtifact*:RelatedArtifact library*:Reference(Library) kind:code=28 code:CodeableConcept timing[x]:Timing|dateTime|Period|Range location:Reference(Location) participant*:. product[x]:Reference(Medication,Substance)|CodeableConcept quantity:SimpleQuantity dosage*:Dosage bodySite*:CodeableConcept transform:Reference(StructureMap) dynamicValue*:.
        =ActivityDefinition.participant<BackboneElement type!:code=29 role:CodeableConcept
        =ActivityDefinition.dynamicValue<BackboneElement description:string path:string language:string expression:string
        =AdverseEvent<DomainResource identifier:Identifier;S category:code;S=30 type:CodeableConcept;S subject:Reference(Device,Medication,Patient,ResearchSubject);S date:dateTime;S reaction*:Reference(Condition);S location:Reference(Location);S seriousness:CodeableConcept;S outcome:CodeableConcept;S=31 recorder:Reference(Patient,Practitioner,RelatedPerson);S eventParticipant:Reference(Device,Practitioner);S description:string;S suspectEntity*:.;S subjectMedicalHistory*:Reference(AllergyIntolerance,Condition,FamilyMemberHistory,Immunization,Observation,Procedure);S referenceDocument*:Reference(DocumentReference);S study*:Reference(ResearchStudy);S
        =AdverseEvent.suspectEntity<BackboneElement instance!:Reference(Device,Medication,MedicationAdministration,MedicationStatement,Substance);S causality:code;S=32 causalityAssessment:CodeableConcept;S causalityProductRelatedness:string;S causalityMethod:CodeableConcept;S causalityAuthor:Reference(Practitioner,PractitionerRole);S causalityResult:CodeableConcept;S
        =Age<Quantity@46
        =AllergyIntolerance<DomainResource@47,48 identifier*:Identifier;S clinicalStatus:code;SM=33 verificationStatus!:code;SM=34 type:code;S=35 category*:code;S=36 criticality:code;S=37 code:CodeableConcept;S patient!:Reference(Patient);S onset[x]:dateTime|Age|Period|Range|string assertedDate:dateTime recorder:Reference(Patient,Practitioner) asserter:Reference(Patient,Practitioner,RelatedPerson);S lastOccurrence:dateTime note*:Annotation reaction*:.
        =AllergyIntolerance.reaction<BackboneElement substance:CodeableConcept manifestation+:CodeableConcept description:string onset:dateTime severity:code=38 exposureRoute:CodeableConcept note*:Annotation
        =Appointment<DomainResource@49,50 identifier*:Identifier;S status!:code;SM=39 serviceCategory:CodeableConcept;S serviceType*:CodeableConcept;S specialty*:CodeableConcept;S appointmentType:CodeableConcept;S reason*:CodeableConcept;S indication*:Reference(Condition,Procedure) priority:unsignedInt description:string supportingInformation*:Reference start:instant;S end:instant;S minutesDuration:positiveInt slot*:Reference(Slot) created:dateTime comment:string incomingReferral*:Reference(ReferralRequest) participant+:. requestedPeriod*:Period
        =Appointment.participant<BackboneElement@51 type*:CodeableConcept;S actor:Reference(Device,HealthcareService,Location,Patient,Practitioner,RelatedPerson);S required:code;S=40 status!:code=41
        =AppointmentResponse<DomainResource@52 identifier*:Identifier;S appointment!:Reference(Appointment);S start:instant end:instant participantType*:CodeableConcept;S actor:Reference(Device,HealthcareService,Location,Patient,Practitioner,RelatedPerson);S participantStatus!:code;SM=41 comment:string
        =AuditEvent<DomainResource type!:Coding;S subtype*:Coding;S action:code;S=42 recorded!:instant;S outcome:code;S=43 outcomeDesc:string;S purposeOfEvent*:CodeableConcept;S agent+:. source!:. entity*:.
        =AuditEvent.agent<BackboneElement role*:CodeableConcept reference:Reference(Device,Organization,Patient,Practitioner,RelatedPerson);S userId:Identifier;S altId:string name:string requestor!:boolean location:Reference(Location) policy*:uri media:Coding network:. purposeOfUse*:CodeableConcept
        =AuditEvent.agent.network<BackboneElement address:string type:code=44
        =AuditEvent.source<BackboneElement site:string identifier!:Identifier;S type*:Coding
        =AuditEvent.entity<BackboneElement@53 identifier:Identifier;S reference:Reference;S type:Coding role:Coding lifecycle:Coding securityLabel*:Coding name:string;S description:string query:base64Binary;S detail*:.
        =AuditEvent.entity.detail<BackboneElement type!:string value!:base64Binary
        =Basic<DomainResource identifier*:Identifier;S code!:CodeableConcept;SM subject:Reference;S created:date;S author:Reference(Patient,Practitioner,RelatedPerson);S
        =BodySite<DomainResource identifier*:Identifier;S active:boolean;SM code:CodeableConcept;S qualifier*:CodeableConcept description:string;S image*:Attachment patient!:Reference(Patient);S
        =CapabilityStatement<DomainResource@54,55,56,57,58,59,60 url:uri;S version:string;S name:string;S title:string;S status!:code;SM=27 experimental:boolean;SM date!:dateTime;S publisher:string;S contact*:ContactDetail;S description:markdown useContext*:UsageContext;S jurisdiction*:CodeableConcept;S purpose:markdown copyright:markdown kind!:code;S=45 instantiates*:uri;S software:.;S implementation:.;S fhirVersion!:id;S acceptUnknown!:code;S=46 format+:code;S patchFormat*:code;S implementationGuide*:uri;S profile*:Reference(StructureDefinition);S rest*:.;S messaging*:.;S document*:.;S
        =CapabilityStatement.software<BackboneElement name!:string;S version:string;S releaseDate:dateTime;S
        =CapabilityStatement.implementation<BackboneElement description!:string;S url:uri;S
        =CapabilityStatement.rest<BackboneElement@61 mode!:code;S=47 documentation:string security:.;S resource*:.;S interaction*:. searchParam*:#CapabilityStatement.rest.resource.searchParam operation*:.;S compartment*:uri
        =CapabilityStatement.rest.security<BackboneElement cors:boolean;S service*:CodeableConcept;S description:string certificate*:.
        =CapabilityStatement.rest.security.certificate<BackboneElement type:code blob:base64Binary
        =CapabilityStatement.rest.resource<BackboneElement@62 type!:code;S=28 profile:Reference(StructureDefinition);S documentation:markdown interaction+:. versioning:code=48 readHistory:boolean updateCreate:boolean conditionalCreate:boolean conditionalRead:code=49 conditionalUpdate:boolean conditionalDelete:code=50 referencePolicy*:code=51 searchInclude*:string searchRevInclude*:string searchParam*:.
        =CapabilityStatement.rest.resource.interaction<BackboneElement code!:code=52 documentation:string
        =CapabilityStatement.rest.resource.searchParam<BackboneElement name!:string definition:uri type!:code=53 documentation:string
        =CapabilityStatement.rest.interaction<BackboneElement code!:code=54 documentation:string
        =CapabilityStatement.rest.operation<BackboneElement name!:string definition!:Reference(OperationDefinition);S
        =CapabilityStatement.messaging<BackboneElement@63 endpoint*:. reliableCache:unsignedInt documentation:string supportedMessage*:.;S event*:.;S
        =CapabilityStatement.messaging.endpoint<BackboneElement protocol!:Coding address!:uri
        =CapabilityStatement.messaging.supportedMessage<BackboneElement mode!:code;S=55 definition!:Reference(MessageDefinition);S
        =CapabilityStatement.messaging.event<BackboneElement code!:Coding;S category:code=56 mode!:code=55 focus!:code=28 request!:Reference(StructureDefinition);S response!:Reference(StructureDefinition);S documentation:string
        =CapabilityStatement.document<BackboneElement mode!:code=57 documentation:string profile!:Reference(StructureDefinition);S
        =CarePlan<DomainResource identifier*:Identifier;S definition*:Reference(PlanDefinition,Questionnaire);S basedOn*:Reference(CarePlan);S replaces*:Reference(CarePlan);S partOf*:Reference(CarePlan);S status!:code;SM=58 intent!:code;SM=59 category*:CodeableConcept;S title:string;S description:string;S subject!:Reference(Group,Patient);S context:Reference(Encounter,EpisodeOfCare);S period:Period;S author*:Reference(CareTeam,Organization,Patient,Practitioner,RelatedPerson);S careTeam*:Reference(CareTeam) addresses*:Reference(Condition);S supportingInfo*:Reference goal*:Reference(Goal) activity*:. note*:Annotation
        =CarePlan.activity<BackboneElement@64 outcomeCodeableConcept*:CodeableConcept outcomeReference*:Reference progress*:Annotation reference:Reference(Appointment,CommunicationRequest,DeviceRequest,MedicationRequest,NutritionOrder,ProcedureRequest,ReferralRequest,RequestGroup,Task,VisionPrescription) detail:.
        =CarePlan.activity.detail<BackboneElement category:CodeableConcept definition:Reference(ActivityDefinition,PlanDefinition,Questionnaire) code:CodeableConcept reasonCode*:CodeableConcept reasonReference*:Reference(Condition) goal*:Reference(Goal) status!:code;M=60 statusReason:string prohibited:boolean;M scheduled[x]:Timing|Period|string location:Reference(Location) performer*:Reference(CareTeam,Organization,Patient,Practitioner,RelatedPerson) product[x]:CodeableConcept|Reference(Medication,Substance) dailyAmount:SimpleQuantity quantity:SimpleQuantity description:string
        =CareTeam<DomainResource identifier*:Identifier;S status:code;SM=61 category*:CodeableConcept;S name:string;S subject:Reference(Group,Patient);S context:Reference(Encounter,EpisodeOfCare);S period:Period;S participant*:. reasonCode*:CodeableConcept reasonReference*:Reference(Condition) managingOrganization*:Reference(Organization);S note*:Annotation
        =CareTeam.participant<BackboneElement@65 role:CodeableConcept;S member:Reference(CareTeam,Organization,Patient,Practitioner,RelatedPerson);S onBehalfOf:Reference(Organization);S period:Period
        =ChargeItem<DomainResource identifier:Identifier;S definition*:uri status!:code;SM=62 partOf*:Reference(ChargeItem) code!:CodeableConcept;S subject!:Reference(Group,Patient);S context:Reference(Encounter,EpisodeOfCare);S occurrence[x]:dateTime|Period|Timing;S participant*:. performingOrganization:Reference(Organization) requestingOrganization:Reference(Organization) quantity:Quantity;S bodysite*:CodeableConcept;S factorOverride:decimal priceOverride:Money overrideReason:string enterer:Reference(Device,Organization,Patient,Practitioner,RelatedPerson);S enteredDate:dateTime;S reason*:CodeableConcept service*:Reference(DiagnosticReport,ImagingStudy,Immunization,MedicationAdministration,MedicationDispense,Observation,Procedure,SupplyDelivery) account*:Reference(Account);S note*:Annotation supportingInformation*:Reference
        =ChargeItem.participant<BackboneElement role:CodeableConcept actor!:Reference(Device,Organization,Patient,Practitioner,RelatedPerson)
        =Claim<DomainResource identifier*:Identifier status:code;SM=63 type:CodeableConcept=64 subType*:CodeableConcept use:code=65 patient:Reference(Patient) billablePeriod:Period created:dateTime enterer:Reference(Practitioner) insurer:Reference(Organization) provider:Reference(Practitioner) organization:Reference(Organization) priority:CodeableConcept fundsReserve:CodeableConcept related*:. prescription:Reference(MedicationRequest,VisionPrescription) originalPrescription:Reference(MedicationRequest) payee:. referral:Reference(ReferralRequest) facility:Reference(Location) careTeam*:. information*:. diagnosis*:. procedure*:. insurance*:. accident:. employmentImpacted:Period hospitalization:Period item*:. total:Money
        =Claim.related<BackboneElement claim:Reference(Claim) relationship:CodeableConcept reference:Identifier
        =Claim.payee<BackboneElement type!:CodeableConcept resourceType:Coding party:Reference(Organization,Patient,Practitioner,RelatedPerson)
        =Claim.careTeam<BackboneElement sequence!:positiveInt provider!:Reference(Organization,Practitioner) responsible:boolean role:CodeableConcept qualification:CodeableConcept
        =Claim.information<BackboneElement sequence!:positiveInt category!:CodeableConcept code:CodeableConcept timing[x]:date|Period value[x]:string|Quantity|Attachment|Reference reason:CodeableConcept
        =Claim.diagnosis<BackboneElement sequence!:positiveInt diagnosis[x]!:CodeableConcept|Reference(Condition) type*:CodeableConcept packageCode:CodeableConcept
        =Claim.procedure<BackboneElement sequence!:positiveInt date:dateTime procedure[x]!:CodeableConcept|Reference(Procedure)
        =Claim.insurance<BackboneElement sequence!:positiveInt focal!:boolean coverage!:Reference(Coverage) businessArrangement:string preAuthRef*:string claimResponse:Reference(ClaimResponse)
        =Claim.accident<BackboneElement date!:date type:CodeableConcept=66 location[x]:Address|Reference(Location)
        =Claim.item<BackboneElement sequence!:positiveInt careTeamLinkId*:positiveInt diagnosisLinkId*:positiveInt procedureLinkId*:positiveInt informationLinkId*:positiveInt revenue:CodeableConcept category:CodeableConcept service:CodeableConcept modifier*:CodeableConcept programCode*:CodeableConcept serviced[x]:date|Period location[x]:CodeableConcept|Address|Reference(Location) quantity:SimpleQuantity unitPrice:Money factor:decimal net:Money udi*:Reference(Device) bodySite:CodeableConcept subSite*:CodeableConcept encounter*:Reference(Encounter) detail*:.
        =Claim.item.detail<BackboneElement sequence!:positiveInt revenue:CodeableConcept category:CodeableConcept service:CodeableConcept modifier*:CodeableConcept programCode*:CodeableConcept quantity:SimpleQuantity unitPrice:Money factor:decimal net:Money udi*:Reference(Device) subDetail*:.
        =Claim.item.detail.subDetail<BackboneElement sequence!:positiveInt revenue:CodeableConcept category:CodeableConcept service:CodeableConcept modifier*:CodeableConcept programCode*:CodeableConcept quantity:SimpleQuantity unitPrice:Money factor:decimal net:Money udi*:Reference(Device)
        =ClaimResponse<DomainResource identifier*:Identifier status:code;SM=63 patient:Reference(Patient) created:dateTime insurer:Reference(Organization) requestProvider:Reference(Practitioner) requestOrganization:Reference(Organization) request:Reference(Claim) outcome:CodeableConcept disposition:string payeeType:CodeableConcept item*:. addItem*:. error*:. totalCost:Money unallocDeductable:Money totalBenefit:Money payment:. reserved:Coding form:CodeableConcept processNote*:. communicationRequest*:Reference(CommunicationRequest) insurance*:.
        =ClaimResponse.item<BackboneElement sequenceLinkId!:positiveInt noteNumber*:positiveInt adjudication*:. detail*:.
        =ClaimResponse.item.adjudication<BackboneElement category!:CodeableConcept reason:CodeableConcept amount:Money value:decimal
        =ClaimResponse.item.detail<BackboneElement sequenceLinkId!:positiveInt noteNumber*:positiveInt adjudication*:#ClaimResponse.item.adjudication subDetail*:.
        =ClaimResponse.item.detail.subDetail<BackboneElement sequenceLinkId!:positiveInt noteNumber*:positiveInt adjudication*:#ClaimResponse.item.adjudication
        =ClaimResponse.addItem<BackboneElement sequenceLinkId*:positiveInt revenue:CodeableConcept category:CodeableConcept service:CodeableConcept modifier*:CodeableConcept fee:Money noteNumber*:positiveInt adjudication*:#ClaimResponse.item.adjudication detail*:.
        =ClaimResponse.addItem.detail<BackboneElement revenue:CodeableConcept category:CodeableConcept service:CodeableConcept modifier*:CodeableConcept fee:Money noteNumber*:positiveInt adjudication*:#ClaimResponse.item.adjudication
        =ClaimResponse.error<BackboneElement sequenceLinkId:positiveInt detailSequenceLinkId:positiveInt subdetailSequenceLinkId:positiveInt code!:CodeableConcept
        =ClaimResponse.payment<BackboneElement type:CodeableConcept adjustment:Money adjustmentReason:CodeableConcept date:date amount:Money identifier:Identifier
        =ClaimResponse.processNote<BackboneElement number:positiveInt type:CodeableConcept=67 text:string language:CodeableConcept
        =ClaimResponse.insurance<BackboneElement sequence!:positiveInt focal!:boolean coverage!:Reference(Coverage) businessArrangement:string preAuthRef*:string claimResponse:Reference(ClaimResponse)
        =ClinicalImpression<DomainResource identifier*:Identifier;S status!:code;SM=68 code:CodeableConcept;S description:string;S subject!:Reference(Group,Patient);S context:Reference(Encounter,EpisodeOfCare);S effective[x]:dateTime|Period;S date:dateTime;S assessor:Reference(Practitioner);S previous:Reference(ClinicalImpression) problem*:Reference(AllergyIntolerance,Condition);S investigation*:. protocol*:uri summary:string finding*:. prognosisCodeableConcept*:CodeableConcept prognosisReference*:Reference(RiskAssessment) action*:Reference(Appointment,MedicationRequest,Procedure,ProcedureRequest,ReferralRequest) note*:Annotation
        =ClinicalImpression.investigation<BackboneElement code!:CodeableConcept item*:Reference(DiagnosticReport,FamilyMemberHistory,ImagingStudy,Observation,QuestionnaireResponse,RiskAssessment)
        =ClinicalImpression.finding<BackboneElement item[x]!:CodeableConcept|Reference(Condition,Observation) basis:string
        =CodeSystem<DomainResource@66 url:uri;S identifier:Identifier;S version:string;S name:string;S title:string;S status!:code;SM=27 experimental:boolean;SM date:dateTime;S publisher:string;S contact*:ContactDetail;S description:markdown useContext*:UsageContext;S jurisdiction*:CodeableConcept;S purpose:markdown copyright:markdown caseSensitive:boolean;S valueSet:uri;S hierarchyMeaning:code;S=69 compositional:boolean;S versionNeeded:boolean;S content!:code;S=70 count:unsignedInt;S filter*:.;S property*:.;S concept*:.
        =CodeSystem.filter<BackboneElement code!:code;S description:string;S operator+:code;S=71 value!:string;S
        =CodeSystem.property<BackboneElement code!:code;S uri:uri;S description:string;S type!:code;S=72
        =CodeSystem.concept<BackboneElement code!:code display:string definition:string designation*:. property*:. concept*:#CodeSystem.concept
        =CodeSystem.concept.designation<BackboneElement language:code use:Coding value!:string
        =CodeSystem.concept.property<BackboneElement code!:code value[x]!:code|Coding|string|integer|boolean|dateTime
        =Communication<DomainResource@67 identifier*:Identifier;S definition*:Reference(ActivityDefinition,PlanDefinition);S basedOn*:Reference;S partOf*:Reference;S status!:code;SM=73 notDone:boolean;SM notDoneReason:CodeableConcept;S category*:CodeableConcept medium*:CodeableConcept subject:Reference(Group,Patient);S recipient*:Reference(Device,Group,Organization,Patient,Practitioner,RelatedPerson) topic*:Reference context:Reference(Encounter,EpisodeOfCare);S sent:dateTime received:dateTime sender:Reference(Device,Organization,Patient,Practitioner,RelatedPerson) reasonCode*:CodeableConcept;S reasonReference*:Reference(Condition,Observation);S payload*:. note*:Annotation
        =Communication.payload<BackboneElement content[x]!:string|Attachment|Reference
        =CommunicationRequest<DomainResource identifier*:Identifier;S basedOn*:Reference;S replaces*:Reference(CommunicationRequest);S groupIdentifier:Identifier;S status!:code;SM=74 category*:CodeableConcept priority:code;S=75 medium*:CodeableConcept subject:Reference(Group,Patient) recipient*:Reference(CareTeam,Device,Group,Organization,Patient,Practitioner,RelatedPerson) topic*:Reference context:Reference(Encounter,EpisodeOfCare);S payload*:. occurrence[x]:dateTime|Period;S authoredOn:dateTime;S sender:Reference(Device,Organization,Patient,Practitioner,RelatedPerson) requester:.;S reasonCode*:CodeableConcept;S reasonReference*:Reference(Condition,Observation);S note*:Annotation
        =CommunicationRequest.payload<BackboneElement content[x]!:string|Attachment|Reference
        =CommunicationRequest.requester<BackboneElement@68 agent!:Reference(Device,Organization,Patient,Practitioner,RelatedPerson);S onBehalfOf:Reference(Organization);S
        =CompartmentDefinition<DomainResource url!:uri;S name!:string;S title:string;S status!:code;SM=27 experimental:boolean;SM date:dateTime;S publisher:string;S contact*:ContactDetail;S description:markdown purpose:markdown useContext*:UsageContext;S jurisdiction*:CodeableConcept;S code!:code;S=76 search!:boolean;S resource*:.;S
        =CompartmentDefinition.resource<BackboneElement code!:code;S=28 param*:string;S documentation:string
        =Composition<DomainResource identifier:Identifier;S status!:code;SM=77 type!:CodeableConcept;S class:CodeableConcept;S subject!:Reference;S encounter:Reference(Encounter);S date!:dateTime;S author+:Reference(Device,Patient,Practitioner,RelatedPerson);S title!:string;S confidentiality:code;SM=78 attester*:.;S custodian:Reference(Organization);S relatesTo*:.;S event*:.;S section*:.
        =Composition.attester<BackboneElement mode+:code;S=79 time:dateTime;S party:Reference(Organization,Patient,Practitioner);S
        =Composition.relatesTo<BackboneElement code!:code;S=80 target[x]!:Identifier|Reference(Composition);S
        =Composition.event<BackboneElement code*:CodeableConcept;S period:Period;S detail*:Reference;S
        =Composition.section<BackboneElement@69,70 title:string code:CodeableConcept text:Narrative mode:code;SM=81 orderedBy:CodeableConcept entry*:Reference emptyReason:CodeableConcept section*:#Composition.section
        =ConceptMap<DomainResource url:uri;S identifier:Identifier;S version:string;S name:string;S title:string;S status!:code;SM=27 experimental:boolean;SM date:dateTime;S publisher:string;S contact*:ContactDetail;S description:markdown useContext*:UsageContext;S jurisdiction*:CodeableConcept;S purpose:markdown copyright:markdown source[x]:uri|Reference(ValueSet);S target[x]:uri|Reference(ValueSet);S group*:.
        =ConceptMap.group<BackboneElement source:uri sourceVersion:string target:uri targetVersion:string element+:. unmapped:.
        =ConceptMap.group.element<BackboneElement code:code display:string target*:.
        =ConceptMap.group.element.target<BackboneElement@71 code:code display:string equivalence:code;M=82 comment:string dependsOn*:. product*:#ConceptMap.group.element.target.dependsOn
        =ConceptMap.group.element.target.dependsOn<BackboneElement property!:uri system:uri code!:string display:string
        =ConceptMap.group.unmapped<BackboneElement@72,73 mode!:code=83 code:code display:string url:uri
        =Condition<DomainResource@74,75 identifier*:Identifier;S clinicalStatus:code;SM=84 verificationStatus:code;SM=85 category*:CodeableConcept severity:CodeableConcept code:CodeableConcept;S bodySite*:CodeableConcept;S subject!:Reference(Group,Patient);S context:Reference(Encounter,EpisodeOfCare);S onset[x]:dateTime|Age|Period|Range|string;S abatement[x]:dateTime|Age|boolean|Period|Range|string assertedDate:dateTime;S asserter:Reference(Patient,Practitioner,RelatedPerson);S stage:. evidence*:. note*:Annotation
        =Condition.stage<BackboneElement@76 summary:CodeableConcept assessment*:Reference(ClinicalImpression,DiagnosticReport,Observation)
        =Condition.evidence<BackboneElement@77 code*:CodeableConcept;S detail*:Reference;S
        =Consent<DomainResource@78 identifier:Identifier;S status!:code;SM=86 category*:CodeableConcept;S patient!:Reference(Patient);S period:Period;S dateTime:dateTime;S consentingParty*:Reference(Organization,Patient,Practitioner,RelatedPerson);S actor*:.;S action*:CodeableConcept;S organization*:Reference(Organization);S source[x]:Attachment|Identifier|Reference(Consent,Contract,DocumentReference,QuestionnaireResponse);S policy*:. policyRule:uri;S securityLabel*:Coding;S purpose*:Coding;S dataPeriod:Period;S data*:.;S except*:.;S
        =Consent.actor<BackboneElement role!:CodeableConcept reference!:Reference(CareTeam,Device,Group,Organization,Patient,Practitioner,RelatedPerson)
        =Consent.policy<BackboneElement authority:uri uri:uri
        =Consent.data<BackboneElement meaning!:code;S=87 reference!:Reference;S
        =Consent.except<BackboneElement type!:code;S=88 period:Period;S actor*:.;S action*:CodeableConcept;S securityLabel*:Coding;S purpose*:Coding;S class*:Coding;S code*:Coding;S dataPeriod:Period;S data*:.;S
        =Consent.except.actor<BackboneElement role!:CodeableConcept reference!:Reference(CareTeam,Device,Group,Organization,Patient,Practitioner,RelatedPerson)
        =Consent.except.data<BackboneElement meaning!:code;S=87 reference!:Reference;S
        =Contract<DomainResource identifier:Identifier;S status:code;SM=89 issued:dateTime;S applies:Period;S subject*:Reference;S topic*:Reference;S authority*:Reference(Organization) domain*:Reference(Location) type:CodeableConcept;S subType*:CodeableConcept;S action*:CodeableConcept actionReason*:CodeableConcept decisionType:CodeableConcept contentDerivative:CodeableConcept securityLabel*:Coding;S agent*:. signer*:. valuedItem*:. term*:. binding[x]:Attachment|Reference(Composition,DocumentReference,QuestionnaireResponse) friendly*:. legal*:. rule*:.
        =Contract.agent<BackboneElement actor!:Reference(Contract,Device,Group,Location,Organization,Patient,Practitioner,RelatedPerson,Substance) role*:CodeableConcept
        =Contract.signer<BackboneElement type!:Coding party!:Reference(Organization,Patient,Practitioner,RelatedPerson) signature+:Signature
        =Contract.valuedItem<BackboneElement entity[x]:CodeableConcept|Reference identifier:Identifier effectiveTime:dateTime quantity:SimpleQuantity unitPrice:Money factor:decimal points:decimal net:Money
        =Contract.term<BackboneElement identifier:Identifier;S issued:dateTime;S applies:Period;S type:CodeableConcept subType:CodeableConcept topic*:Reference;S action*:CodeableConcept actionReason*:CodeableConcept securityLabel*:Coding;S agent*:. text:string valuedItem*:. group*:#Contract.term
        =Contract.term.agent<BackboneElement actor!:Reference(Contract,Device,Group,Location,Organization,Patient,Practitioner,RelatedPerson,Substance) role*:CodeableConcept
        =Contract.term.valuedItem<BackboneElement entity[x]:CodeableConcept|Reference identifier:Identifier effectiveTime:dateTime quantity:SimpleQuantity unitPrice:Money factor:decimal points:decimal net:Money
        =Contract.friendly<BackboneElement content[x]!:Attachment|Reference(Composition,DocumentReference,QuestionnaireResponse)
        =Contract.legal<BackboneElement content[x]!:Attachment|Reference(Composition,DocumentReference,QuestionnaireResponse)
        =Contract.rule<BackboneElement content[x]!:Attachment|Reference(DocumentReference)
        =Count<Quantity@79
        =Coverage<DomainResource identifier*:Identifier;S status:code;SM=63 type:CodeableConcept;S policyHolder:Reference(Organization,Patient,RelatedPerson);S subscriber:Reference(Patient,RelatedPerson);S subscriberId:string;S beneficiary:Reference(Patient);S relationship:CodeableConcept period:Period;S payor*:Reference(Organization,Patient,RelatedPerson);S grouping:. dependent:string;S sequence:string;S order:positiveInt;S network:string;S contract*:Reference(Contract)
        =Coverage.grouping<BackboneElement group:string;S groupDisplay:string;S subGroup:string;S subGroupDisplay:string;S plan:string;S planDisplay:string;S subPlan:string;S subPlanDisplay:string;S class:string;S classDisplay:string;S subClass:string;S subClassDisplay:string;S
        =DataElement<DomainResource url:uri;S identifier*:Identifier;S version:string;S status!:code;SM=27 experimental:boolean;SM date:dateTime;S publisher:string;S name:string;S title:string;S contact*:ContactDetail;S useContext*:UsageContext;S jurisdiction*:CodeableConcept;S copyright:markdown stringency:code;S=90 mapping*:. element+:ElementDefinition;S@80,81
        =DataElement.mapping<BackboneElement@82 identity!:id uri:uri name:string comment:string
        =DetectedIssue<DomainResource identifier:Identifier;S status!:code;SM=91 category:CodeableConcept;S severity:code;S=92 patient:Reference(Patient);S date:dateTime;S author:Reference(Device,Practitioner);S implicated*:Reference;S detail:string reference:uri mitigation*:.
        =DetectedIssue.mitigation<BackboneElement action!:CodeableConcept date:dateTime author:Reference(Practitioner)
        =Device<DomainResource identifier*:Identifier udi:.;S status:code;SM=93 type:CodeableConcept lotNumber:string manufacturer:string manufactureDate:dateTime expirationDate:dateTime model:string version:string patient:Reference(Patient) owner:Reference(Organization) contact*:ContactPoint location:Reference(Location) url:uri note*:Annotation safety*:CodeableConcept;S
        =Device.udi<BackboneElement deviceIdentifier:string;S name:string;S jurisdiction:uri carrierHRF:string;S carrierAIDC:base64Binary;S issuer:uri entryType:code=94
        =DeviceComponent<DomainResource identifier!:Identifier;S type!:CodeableConcept;S lastSystemChange:instant;S source:Reference(Device);S parent:Reference(DeviceComponent);S operationalStatus*:CodeableConcept;S parameterGroup:CodeableConcept;S measurementPrinciple:code;S=95 productionSpecification*:.;S languageCode:CodeableConcept;S
        =DeviceComponent.productionSpecification<BackboneElement specType:CodeableConcept;S componentId:Identifier;S productionSpec:string;S
        =DeviceMetric<DomainResource identifier!:Identifier;S type!:CodeableConcept;S unit:CodeableConcept;S source:Reference(Device);S parent:Reference(DeviceComponent);S operationalStatus:code;S=96 color:code;S=97 category!:code;S=98 measurementPeriod:Timing;S calibration*:.;S
        =DeviceMetric.calibration<BackboneElement type:code;S=99 state:code;S=100 time:instant;S
        =DeviceRequest<DomainResource identifier*:Identifier;S definition*:Reference(ActivityDefinition,PlanDefinition);S basedOn*:Reference;S priorRequest*:Reference;S groupIdentifier:Identifier;S status:code;SM=74 intent!:CodeableConcept;SM priority:code;S=75 code[x]!:Reference(Device)|CodeableConcept;S subject!:Reference(Device,Group,Location,Patient);S context:Reference(Encounter,EpisodeOfCare);S occurrence[x]:dateTime|Period|Timing;S authoredOn:dateTime;S requester:.;S performerType:CodeableConcept;S performer:Reference(Device,HealthcareService,Organization,Patient,Practitioner,RelatedPerson);S reasonCode*:CodeableConcept;S reasonReference*:Reference;S supportingInfo*:Reference note*:Annotation relevantHistory*:Reference(Provenance)
        =DeviceRequest.requester<BackboneElement agent!:Reference(Device,Organization,Practitioner);S onBehalfOf:Reference(Organization);S
        =DeviceUseStatement<DomainResource identifier*:Identifier status!:code;SM=101 subject!:Reference(Group,Patient) whenUsed:Period timing[x]:Timing|Period|dateTime recordedOn:dateTime source:Reference(Patient,Practitioner,RelatedPerson) device!:Reference(Device) indication*:CodeableConcept bodySite:CodeableConcept note*:Annotation
        =DiagnosticReport<DomainResource identifier*:Identifier;S basedOn*:Reference(CarePlan,ImmunizationRecommendation,MedicationRequest,NutritionOrder,ProcedureRequest,ReferralRequest) status!:code;SM=102 category:CodeableConcept;S code!:CodeableConcept;S subject:Reference(Device,Group,Location,Patient);S context:Reference(Encounter,EpisodeOfCare);S effective[x]:dateTime|Period;S issued:instant;S performer*:.;S specimen*:Reference(Specimen) result*:Reference(Observation) imagingStudy*:Reference(ImagingManifest,ImagingStudy) image*:.;S conclusion:string codedDiagnosis*:CodeableConcept presentedForm*:Attachment
        =DiagnosticReport.performer<BackboneElement role:CodeableConcept;S actor!:Reference(Organization,Practitioner);S
        =DiagnosticReport.image<BackboneElement comment:string link!:Reference(Media);S
        =Distance<Quantity@83
        =DocumentManifest<DomainResource masterIdentifier:Identifier;S identifier*:Identifier;S status!:code;SM=103 type:CodeableConcept;S subject:Reference(Device,Group,Patient,Practitioner);S created:dateTime;S author*:Reference(Device,Organization,Patient,Practitioner,RelatedPerson);S recipient*:Reference(Organization,Patient,Practitioner,RelatedPerson);S source:uri;S description:string;S content+:.;S related*:.;S
        =DocumentManifest.content<BackboneElement p[x]!:Attachment|Reference;S
        =DocumentManifest.related<BackboneElement identifier:Identifier;S ref:Reference;S
        =DocumentReference<DomainResource masterIdentifier:Identifier;S identifier*:Identifier;S status!:code;SM=103 docStatus:code;S=77 type!:CodeableConcept;S class:CodeableConcept;S subject:Reference(Device,Group,Patient,Practitioner);S created:dateTime;S indexed!:instant;S author*:Reference(Device,Organization,Patient,Practitioner,RelatedPerson);S authenticator:Reference(Organization,Practitioner);S custodian:Reference(Organization);S relatesTo*:.;SM description:string;S securityLabel*:CodeableConcept;S content+:.;S context:.;S
        =DocumentReference.relatesTo<BackboneElement code!:code;S=80 target!:Reference(DocumentReference);S
        =DocumentReference.content<BackboneElement attachment!:Attachment;S format:Coding;S
        =DocumentReference.context<BackboneElement encounter:Reference(Encounter);S event*:CodeableConcept;S period:Period;S facilityType:CodeableConcept;S practiceSetting:CodeableConcept;S sourcePatientInfo:Reference(Patient);S related*:.;S
        =DocumentReference.context.related<BackboneElement identifier:Identifier;S ref:Reference;S
        =Duration<Quantity@84
        =EligibilityRequest<DomainResource identifier*:Identifier status:code;SM=63 priority:CodeableConcept patient:Reference(Patient) serviced[x]:date|Period created:dateTime enterer:Reference(Practitioner) provider:Reference(Practitioner) organization:Reference(Organization) insurer:Reference(Organization) facility:Reference(Location) coverage:Reference(Coverage) businessArrangement:string benefitCategory:CodeableConcept benefitSubCategory:CodeableConcept
        =EligibilityResponse<DomainResource identifier*:Identifier status:code;SM=63 created:dateTime requestProvider:Reference(Practitioner) requestOrganization:Reference(Organization) request:Reference(EligibilityRequest) outcome:CodeableConcept=104 disposition:string insurer:Reference(Organization) inforce:boolean insurance*:. form:CodeableConcept error*:.
        =EligibilityResponse.insurance<BackboneElement coverage:Reference(Coverage) contract:Reference(Contract) benefitBalance*:.
        =EligibilityResponse.insurance.benefitBalance<BackboneElement category!:CodeableConcept subCategory:CodeableConcept excluded:boolean name:string description:string network:CodeableConcept unit:CodeableConcept term:CodeableConcept financial*:.
        =EligibilityResponse.insurance.benefitBalance.financial<BackboneElement type!:CodeableConcept allowed[x]:unsignedInt|string|Money used[x]:unsignedInt|Money
        =EligibilityResponse.error<BackboneElement code!:CodeableConcept
        =Encounter<DomainResource identifier*:Identifier;S status!:code;SM=105 statusHistory*:. class:Coding;S classHistory*:. type*:CodeableConcept;S priority:CodeableConcept subject:Reference(Group,Patient);S episodeOfCare*:Reference(EpisodeOfCare);S incomingReferral*:Reference(ReferralRequest) participant*:.;S appointment:Reference(Appointment);S period:Period length:Duration reason*:CodeableConcept;S diagnosis*:.;S account*:Reference(Account) hospitalization:. location*:. serviceProvider:Reference(Organization) partOf:Reference(Encounter)
        =Encounter.statusHistory<BackboneElement status!:code=105 period!:Period
        =Encounter.classHistory<BackboneElement class!:Coding period!:Period
        =Encounter.participant<BackboneElement type*:CodeableConcept;S period:Period individual:Reference(Practitioner,RelatedPerson);S
        =Encounter.diagnosis<BackboneElement condition!:Reference(Condition,Procedure) role:CodeableConcept rank:positiveInt
        =Encounter.hospitalization<BackboneElement preAdmissionIdentifier:Identifier origin:Reference(Location) admitSource:CodeableConcept reAdmission:CodeableConcept dietPreference*:CodeableConcept specialCourtesy*:CodeableConcept specialArrangement*:CodeableConcept destination:Reference(Location) dischargeDisposition:CodeableConcept
        =Encounter.location<BackboneElement location!:Reference(Location) status:code=106 period:Period
        =Endpoint<DomainResource identifier*:Identifier;S status!:code;SM=107 connectionType!:Coding;S name:string;S managingOrganization:Reference(Organization);S contact*:ContactPoint period:Period;S payloadType+:CodeableConcept;S payloadMimeType*:code;S address!:uri;S header*:string
        =EnrollmentRequest<DomainResource identifier*:Identifier status:code;SM=63 created:dateTime insurer:Reference(Organization) provider:Reference(Practitioner) organization:Reference(Organization) subject:Reference(Patient) coverage:Reference(Coverage)
        =EnrollmentResponse<DomainResource identifier*:Identifier status:code;SM=63 request:Reference(EnrollmentRequest) outcome:CodeableConcept=104 disposition:string created:dateTime organization:Reference(Organization) requestProvider:Reference(Practitioner) requestOrganization:Reference(Organization)
        =EpisodeOfCare<DomainResource identifier*:Identifier status!:code;SM=108 statusHistory*:. type*:CodeableConcept;S diagnosis*:.;S patient!:Reference(Patient);S managingOrganization:Reference(Organization);S period:Period;S referralRequest*:Reference(ReferralRequest) careManager:Reference(Practitioner) team*:Reference(CareTeam) account*:Reference(Account)
        =EpisodeOfCare.statusHistory<BackboneElement status!:code=108 period!:Period
        =EpisodeOfCare.diagnosis<BackboneElement condition!:Reference(Condition);S role:CodeableConcept;S rank:positiveInt;S
        =ExpansionProfile<DomainResource url:uri;S identifier:Identifier;S version:string;S name:string;S status!:code;SM=27 experimental:boolean;SM date:dateTime;S publisher:string;S contact*:ContactDetail;S description:markdown useContext*:UsageContext;S jurisdiction*:CodeableConcept;S fixedVersion*:.;S excludedSystem:.;S includeDesignations:boolean;S designation:.;S includeDefinition:boolean;S activeOnly:boolean;S excludeNested:boolean;S excludeNotForUI:boolean;S excludePostCoordinated:boolean;S displayLanguage:code;S limitedExpansion:boolean;S
        =ExpansionProfile.fixedVersion<BackboneElement system!:uri;S version!:string;S mode!:code;S=109
        =ExpansionProfile.excludedSystem<BackboneElement system!:uri;S version:string;S
        =ExpansionProfile.designation<BackboneElement include:.;S exclude:.;S
        =ExpansionProfile.designation.include<BackboneElement designation*:.;S
        =ExpansionProfile.designation.include.designation<BackboneElement@85 language:code;S use:Coding;S
        =ExpansionProfile.designation.exclude<BackboneElement designation*:.;S
        =ExpansionProfile.designation.exclude.designation<BackboneElement@86 language:code;S use:Coding;S
        =ExplanationOfBenefit<DomainResource identifier*:Identifier status:code;SM=110 type:CodeableConcept=64 subType*:CodeableConcept patient:Reference(Patient) billablePeriod:Period created:dateTime enterer:Reference(Practitioner) insurer:Reference(Organization) provider:Reference(Practitioner) organization:Reference(Organization) referral:Reference(ReferralRequest) facility:Reference(Location) claim:Reference(Claim) claimResponse:Reference(ClaimResponse) outcome:CodeableConcept disposition:string related*:. prescription:Reference(MedicationRequest,VisionPrescription) originalPrescription:Reference(MedicationRequest) payee:. information*:. careTeam*:. diagnosis*:. procedure*:. precedence:positiveInt insurance:. accident:. employmentImpacted:Period hospitalization:Period item*:. addItem*:. totalCost:Money unallocDeductable:Money totalBenefit:Money payment:. form:CodeableConcept processNote*:. benefitBalance*:.
        =ExplanationOfBenefit.related<BackboneElement claim:Reference(Claim) relationship:CodeableConcept reference:Identifier
        =ExplanationOfBenefit.payee<BackboneElement type:CodeableConcept resourceType:CodeableConcept=111 party:Reference(Organization,Patient,Practitioner,RelatedPerson)
        =ExplanationOfBenefit.information<BackboneElement sequence!:positiveInt category!:CodeableConcept code:CodeableConcept timing[x]:date|Period value[x]:string|Quantity|Attachment|Reference reason:Coding
        =ExplanationOfBenefit.careTeam<BackboneElement sequence!:positiveInt provider!:Reference(Organization,Practitioner) responsible:boolean role:CodeableConcept qualification:CodeableConcept
        =ExplanationOfBenefit.diagnosis<BackboneElement sequence!:positiveInt diagnosis[x]!:CodeableConcept|Reference(Condition) type*:CodeableConcept packageCode:CodeableConcept
        =ExplanationOfBenefit.procedure<BackboneElement sequence!:positiveInt date:dateTime procedure[x]!:CodeableConcept|Reference(Procedure)
        =ExplanationOfBenefit.insurance<BackboneElement coverage:Reference(Coverage) preAuthRef*:string
        =ExplanationOfBenefit.accident<BackboneElement date:date type:CodeableConcept=66 location[x]:Address|Reference(Location)
        =ExplanationOfBenefit.item<BackboneElement sequence!:positiveInt careTeamLinkId*:positiveInt diagnosisLinkId*:positiveInt procedureLinkId*:positiveInt informationLinkId*:positiveInt revenue:CodeableConcept category:CodeableConcept service:CodeableConcept modifier*:CodeableConcept programCode*:CodeableConcept serviced[x]:date|Period location[x]:CodeableConcept|Address|Reference(Location) quantity:SimpleQuantity unitPrice:Money factor:decimal net:Money udi*:Reference(Device) bodySite:CodeableConcept subSite*:CodeableConcept encounter*:Reference(Encounter) noteNumber*:positiveInt adjudication*:. detail*:.
        =ExplanationOfBenefit.item.adjudication<BackboneElement category!:CodeableConcept reason:CodeableConcept amount:Money value:decimal
        =ExplanationOfBenefit.item.detail<BackboneElement sequence!:positiveInt type!:CodeableConcept=112 revenue:CodeableConcept category:CodeableConcept service:CodeableConcept modifier*:CodeableConcept programCode*:CodeableConcept quantity:SimpleQuantity unitPrice:Money factor:decimal net:Money udi*:Reference(Device) noteNumber*:positiveInt adjudication*:#ExplanationOfBenefit.item.adjudication subDetail*:.
        =ExplanationOfBenefit.item.detail.subDetail<BackboneElement sequence!:positiveInt type!:CodeableConcept=112 revenue:CodeableConcept category:CodeableConcept service:CodeableConcept modifier*:CodeableConcept programCode*:CodeableConcept quantity:SimpleQuantity unitPrice:Money factor:decimal net:Money udi*:Reference(Device) noteNumber*:positiveInt adjudication*:#ExplanationOfBenefit.item.adjudication
        =ExplanationOfBenefit.addItem<BackboneElement sequenceLinkId*:positiveInt revenue:CodeableConcept category:CodeableConcept service:CodeableConcept modifier*:CodeableConcept fee:Money noteNumber*:positiveInt adjudication*:#ExplanationOfBenefit.item.adjudication detail*:.
        =ExplanationOfBenefit.addItem.detail<BackboneElement revenue:CodeableConcept category:CodeableConcept service:CodeableConcept modifier*:CodeableConcept fee:Money noteNumber*:positiveInt adjudication*:#ExplanationOfBenefit.item.adjudication
        =ExplanationOfBenefit.payment<BackboneElement type:CodeableConcept adjustment:Money adjustmentReason:CodeableConcept date:date amount:Money identifier:Identifier
        =ExplanationOfBenefit.processNote<BackboneElement number:positiveInt type:CodeableConcept=67 text:string language:CodeableConcept
        =ExplanationOfBenefit.benefitBalance<BackboneElement category!:CodeableConcept subCategory:CodeableConcept excluded:boolean name:string description:string network:CodeableConcept unit:CodeableConcept term:CodeableConcept financial*:.
        =ExplanationOfBenefit.benefitBalance.financial<BackboneElement type!:CodeableConcept allowed[x]:unsignedInt|string|Money used[x]:unsignedInt|Money
        =FamilyMemberHistory<DomainResource@87,88,89 identifier*:Identifier;S definition*:Reference(PlanDefinition,Questionnaire);S status!:code;SM=113 notDone:boolean;SM notDoneReason:CodeableConcept;S patient!:Reference(Patient);S date:dateTime;S name:string;S relationship!:CodeableConcept;S gender:code;S=114 born[x]:Period|date|string age[x]:Age|Range|string;S estimatedAge:boolean;SM deceased[x]:boolean|Age|Range|date|string;S reasonCode*:CodeableConcept;S reasonReference*:Reference(AllergyIntolerance,Condition,Observation,QuestionnaireResponse);S note*:Annotation condition*:.
        =FamilyMemberHistory.condition<BackboneElement code!:CodeableConcept outcome:CodeableConcept onset[x]:Age|Range|Period|string note*:Annotation
        =Flag<DomainResource identifier*:Identifier;S status!:code;SM=115 category:CodeableConcept;S code!:CodeableConcept;S subject!:Reference(Group,Location,Medication,Organization,Patient,PlanDefinition,Practitioner,Procedure);S period:Period;S encounter:Reference(Encounter);S author:Reference(Device,Organization,Patient,Practitioner);S
        =Goal<DomainResource identifier*:Identifier status!:code;SM=116 category*:CodeableConcept;S priority:CodeableConcept;S description!:CodeableConcept;S subject:Reference(Group,Organization,Patient);S start[x]:date|CodeableConcept;S target:. statusDate:date;S statusReason:string expressedBy:Reference(Patient,Practitioner,RelatedPerson);S addresses*:Reference(Condition,MedicationStatement,NutritionOrder,Observation,ProcedureRequest,RiskAssessment) note*:Annotation outcomeCode*:CodeableConcept outcomeReference*:Reference(Observation)
        =Goal.target<BackboneElement@90 measure:CodeableConcept;S detail[x]:Quantity|Range|CodeableConcept;S due[x]:date|Duration;S
        =GraphDefinition<DomainResource url:uri;S version:string;S name!:string;S status!:code;SM=27 experimental:boolean;SM date:dateTime;S publisher:string;S contact*:ContactDetail;S description:markdown useContext*:UsageContext;S jurisdiction*:CodeableConcept;S purpose:markdown start!:code=28 profile:uri link*:.
        =GraphDefinition.link<BackboneElement path!:string sliceName:string min:integer max:string description:string target+:.
        =GraphDefinition.link.target<BackboneElement type!:code=28 profile:uri compartment*:. link*:#GraphDefinition.link
        =GraphDefinition.link.target.compartment<BackboneElement code!:code=76 rule!:code=117 expression:string description:string
        =Group<DomainResource@91 identifier*:Identifier;S active:boolean;S type!:code;S=118 actual!:boolean;S code:CodeableConcept;S name:string;S quantity:unsignedInt;S characteristic*:. member*:.
        =Group.characteristic<BackboneElement code!:CodeableConcept value[x]!:CodeableConcept|boolean|Quantity|Range exclude!:boolean;M period:Period
        =Group.member<BackboneElement entity!:Reference(Device,Medication,Patient,Practitioner,Substance) period:Period inactive:boolean
        =GuidanceResponse<DomainResource requestId:id;S identifier:Identifier;S module!:Reference(ServiceDefinition);S status!:code;SM=119 subject:Reference(Group,Patient) context:Reference(Encounter,EpisodeOfCare) occurrenceDateTime:dateTime performer:Reference(Device) reason[x]:CodeableConcept|Reference note*:Annotation evaluationMessage*:Reference(OperationOutcome) outputParameters:Reference(Parameters) result:Reference(CarePlan,RequestGroup) dataRequirement*:DataRequirement
        =HealthcareService<DomainResource identifier*:Identifier;S active:boolean;SM providedBy:Reference(Organization);S category:CodeableConcept;S type*:CodeableConcept;S specialty*:CodeableConcept;S location*:Reference(Location);S name:string;S comment:string;S extraDetails:string photo:Attachment;S telecom*:ContactPoint coverageArea*:Reference(Location) serviceProvisionCode*:CodeableConcept eligibility:CodeableConcept eligibilityNote:string programName*:string characteristic*:CodeableConcept referralMethod*:CodeableConcept appointmentRequired:boolean availableTime*:. notAvailable*:. availabilityExceptions:string endpoint*:Reference(Endpoint)
        =HealthcareService.availableTime<BackboneElement daysOfWeek*:code=23 allDay:boolean availableStartTime:time availableEndTime:time
        =HealthcareService.notAvailable<BackboneElement description!:string during:Period
        =ImagingManifest<DomainResource identifier:Identifier;S patient!:Reference(Patient);S authoringTime:dateTime;S author:Reference(Device,Organization,Patient,Practitioner,RelatedPerson);S description:string;S study+:.;S
        =ImagingManifest.study<BackboneElement uid!:oid;S imagingStudy:Reference(ImagingStudy);S endpoint*:Reference(Endpoint);S series+:.;S
        =ImagingManifest.study.series<BackboneElement uid!:oid;S endpoint*:Reference(Endpoint);S instance+:.;S
        =ImagingManifest.study.series.instance<BackboneElement sopClass!:oid;S uid!:oid;S
        =ImagingStudy<DomainResource uid!:oid;S accession:Identifier;S identifier*:Identifier;S availability:code;S=120 modalityList*:Coding;S patient!:Reference(Patient);S context:Reference(Encounter,EpisodeOfCare);S started:dateTime;S basedOn*:Reference(CarePlan,ProcedureRequest,ReferralRequest);S referrer:Reference(Practitioner);S interpreter*:Reference(Practitioner);S endpoint*:Reference(Endpoint);S numberOfSeries:unsignedInt;S numberOfInstances:unsignedInt;S procedureReference*:Reference(Procedure);S procedureCode*:CodeableConcept;S reason:CodeableConcept;S description:string;S series*:.;S
        =ImagingStudy.series<BackboneElement uid!:oid;S number:unsignedInt;S modality!:Coding;S description:string;S numberOfInstances:unsignedInt;S availability:code;S=120 endpoint*:Reference(Endpoint);S bodySite:Coding;S laterality:Coding;S started:dateTime;S performer*:Reference(Practitioner);S instance*:.
        =ImagingStudy.series.instance<BackboneElement uid!:oid number:unsignedInt sopClass!:oid title:string
        =Immunization<DomainResource@92,93 identifier*:Identifier status!:code;SM=121 notGiven!:boolean;SM vaccineCode!:CodeableConcept patient!:Reference(Patient) encounter:Reference(Encounter) date:dateTime primarySource!:boolean reportOrigin:CodeableConcept location:Reference(Location) manufacturer:Reference(Organization) lotNumber:string expirationDate:date site:CodeableConcept route:CodeableConcept doseQuantity:SimpleQuantity practitioner*:.;S note*:Annotation;S explanation:. reaction*:. vaccinationProtocol*:.
        =Immunization.practitioner<BackboneElement role:CodeableConcept;S actor!:Reference(Practitioner);S
        =Immunization.explanation<BackboneElement reason*:CodeableConcept reasonNotGiven*:CodeableConcept
        =Immunization.reaction<BackboneElement date:dateTime detail:Reference(Observation) reported:boolean
        =Immunization.vaccinationProtocol<BackboneElement doseSequence:positiveInt description:string authority:Reference(Organization) series:string seriesDoses:positiveInt targetDisease+:CodeableConcept doseStatus!:CodeableConcept doseStatusReason:CodeableConcept
        =ImmunizationRecommendation<DomainResource identifier*:Identifier;S patient!:Reference(Patient);S recommendation+:.;S
        =ImmunizationRecommendation.recommendation<BackboneElement@94 date!:dateTime;S vaccineCode:CodeableConcept;S targetDisease:CodeableConcept;S doseNumber:positiveInt;S forecastStatus!:CodeableConcept;S dateCriterion*:. protocol:. supportingImmunization*:Reference(Immunization) supportingPatientInformation*:Reference(AllergyIntolerance,Observation)
        =ImmunizationRecommendation.recommendation.dateCriterion<BackboneElement code!:CodeableConcept value!:dateTime
        =ImmunizationRecommendation.recommendation.protocol<BackboneElement doseSequence:positiveInt description:string authority:Reference(Organization) series:string
        =ImplementationGuide<DomainResource url!:uri;S version:string;S name!:string;S status!:code;SM=27 experimental:boolean;SM date:dateTime;S publisher:string;S contact*:ContactDetail;S description:markdown useContext*:UsageContext;S jurisdiction*:CodeableConcept;S copyright:markdown fhirVersion:id;S dependency*:.;S package*:.;S global*:.;S binary*:uri page:.;S
        =ImplementationGuide.dependency<BackboneElement type!:code;S=122 uri!:uri;S
        =ImplementationGuide.package<BackboneElement name!:string;S description:string resource+:.;S
        =ImplementationGuide.package.resource<BackboneElement example!:boolean;S name:string;S description:string acronym:string source[x]!:uri|Reference;S exampleFor:Reference(StructureDefinition)
        =ImplementationGuide.global<BackboneElement type!:code;S=28 profile!:Reference(StructureDefinition);S
        =ImplementationGuide.page<BackboneElement source!:uri;S title!:string;S kind!:code;S=123 type*:code=28 package*:string format:code page*:#ImplementationGuide.page
        =Library<DomainResource url:uri;S identifier*:Identifier;S version:string;S name:string;S title:string;S status!:code;SM=27 experimental:boolean;SM type!:CodeableConcept;S date:dateTime;S publisher:string;S description:markdown;S purpose:markdown usage:string approvalDate:date lastReviewDate:date effectivePeriod:Period;S useContext*:UsageContext;S jurisdiction*:CodeableConcept;S topic*:CodeableConcept contributor*:Contributor contact*:ContactDetail;S copyright:markdown relatedArtifact*:RelatedArtifact parameter*:ParameterDefinition dataRequirement*:DataRequirement content*:Attachment
        =Linkage<DomainResource@95 active:boolean;S author:Reference(Organization,Practitioner);S item+:.;S
        =Linkage.item<BackboneElement type!:code;S=124 resource!:Reference;S
        =List<DomainResource@96,97 identifier*:Identifier status!:code;SM=125 mode!:code;SM=81 title:string;S code:CodeableConcept;S subject:Reference(Device,Group,Location,Patient);S encounter:Reference(Encounter) date:dateTime;S source:Reference(Device,Patient,Practitioner);S orderedBy:CodeableConcept note*:Annotation entry*:. emptyReason:CodeableConcept
        =List.entry<BackboneElement flag:CodeableConcept deleted:boolean;M date:dateTime item!:Reference
        =Location<DomainResource identifier*:Identifier;S status:code;SM=126 operationalStatus:Coding;S name:string;S alias*:string description:string;S mode:code;SM=127 type:CodeableConcept;S telecom*:ContactPoint address:Address physicalType:CodeableConcept;S position:. managingOrganization:Reference(Organization);S partOf:Reference(Location) endpoint*:Reference(Endpoint)
        =Location.position<BackboneElement longitude!:decimal latitude!:decimal altitude:decimal
        =Measure<DomainResource url:uri;S identifier*:Identifier;S version:string;S name:string;S title:string;S status!:code;SM=27 experimental:boolean;SM date:dateTime;S publisher:string;S description:markdown;S purpose:markdown usage:string approvalDate:date lastReviewDate:date effectivePeriod:Period;S useContext*:UsageContext;S jurisdiction*:CodeableConcept;S topic*:CodeableConcept contributor*:Contributor contact*:ContactDetail;S copyright:markdown relatedArtifact*:RelatedArtifact library*:Reference(Library) disclaimer:markdown;S scoring:CodeableConcept;S compositeScoring:CodeableConcept;S type*:CodeableConcept;S riskAdjustment:string;S rateAggregation:string;S rationale:markdown;S clinicalRecommendationStatement:markdown;S improvementNotation:string;S definition*:markdown;S guidance:markdown;S set:string;S group*:. supplementalData*:.
        =Measure.group<BackboneElement identifier!:Identifier name:string description:string population*:. stratifier*:.
        =Measure.group.population<BackboneElement identifier:Identifier code:CodeableConcept name:string description:string criteria!:string
        =Measure.group.stratifier<BackboneElement identifier:Identifier criteria:string path:string
        =Measure.supplementalData<BackboneElement identifier:Identifier usage*:CodeableConcept criteria:string path:string
        =MeasureReport<DomainResource identifier:Identifier;S status!:code;SM=128 type!:code;S=129 measure!:Reference(Measure);S patient:Reference(Patient);S date:dateTime;S reportingOrganization:Reference(Organization);S period!:Period;S group*:. evaluatedResources:Reference(Bundle)
        =MeasureReport.group<BackboneElement identifier!:Identifier population*:. measureScore:decimal;S stratifier*:.
        =MeasureReport.group.population<BackboneElement identifier:Identifier;S code:CodeableConcept;S count:integer patients:Reference(List)
        =MeasureReport.group.stratifier<BackboneElement identifier:Identifier stratum*:.
        =MeasureReport.group.stratifier.stratum<BackboneElement value!:string population*:. measureScore:decimal;S
        =MeasureReport.group.stratifier.stratum.population<BackboneElement identifier:Identifier;S code:CodeableConcept;S count:integer patients:Reference(List)
        =Media<DomainResource@98,99,100,101 identifier*:Identifier;S basedOn*:Reference(ProcedureRequest);S type!:code;S=130 subtype:CodeableConcept;S view:CodeableConcept;S subject:Reference(Device,Group,Patient,Practitioner,Specimen);S context:Reference(Encounter,EpisodeOfCare);S occurrence[x]:dateTime|Period;S operator:Reference(Practitioner);S reasonCode*:CodeableConcept;S bodySite:CodeableConcept;S device:Reference(Device,DeviceMetric);S height:positiveInt;S width:positiveInt;S frames:positiveInt;S duration:unsignedInt;S content!:Attachment note*:Annotation
        =Medication<DomainResource code:CodeableConcept;S status:code;S=131 isBrand:boolean;S isOverTheCounter:boolean;S manufacturer:Reference(Organization);S form:CodeableConcept ingredient*:. package:. image*:Attachment
        =Medication.ingredient<BackboneElement item[x]!:CodeableConcept|Reference(Medication,Substance) isActive:boolean amount:Ratio
        =Medication.package<BackboneElement container:CodeableConcept content*:. batch*:.
        =Medication.package.content<BackboneElement item[x]!:CodeableConcept|Reference(Medication) amount:SimpleQuantity
        =Medication.package.batch<BackboneElement lotNumber:string expirationDate:dateTime
        =MedicationAdministration<DomainResource@102,103 identifier*:Identifier definition*:Reference(ActivityDefinition,PlanDefinition);S partOf*:Reference(MedicationAdministration,Procedure);S status!:code;SM=132 category:CodeableConcept medication[x]!:CodeableConcept|Reference(Medication);S subject!:Reference(Group,Patient);S context:Reference(Encounter,EpisodeOfCare) supportingInformation*:Reference effective[x]!:dateTime|Period;S performer*:.;S notGiven:boolean;SM reasonNotGiven*:CodeableConcept reasonCode*:CodeableConcept reasonReference*:Reference(Condition,Observation) prescription:Reference(MedicationRequest) device*:Reference(Device) note*:Annotation dosage:. eventHistory*:Reference(Provenance)
        =MedicationAdministration.performer<BackboneElement actor!:Reference(Device,Patient,Practitioner,RelatedPerson);S onBehalfOf:Reference(Organization)
        =MedicationAdministration.dosage<BackboneElement@104 text:string site:CodeableConcept route:CodeableConcept method:CodeableConcept dose:SimpleQuantity rate[x]:Ratio|SimpleQuantity
        =MedicationDispense<DomainResource@105 identifier*:Identifier partOf*:Reference(Procedure) status:code;SM=133 category:CodeableConcept medication[x]!:CodeableConcept|Reference(Medication);S subject:Reference(Group,Patient);S context:Reference(Encounter,EpisodeOfCare) supportingInformation*:Reference performer*:. authorizingPrescription*:Reference(MedicationRequest) type:CodeableConcept quantity:SimpleQuantity daysSupply:SimpleQuantity whenPrepared:dateTime;S whenHandedOver:dateTime destination:Reference(Location) receiver*:Reference(Patient,Practitioner) note*:Annotation dosageInstruction*:Dosage substitution:. detectedIssue*:Reference(DetectedIssue) notDone:boolean notDoneReason[x]:CodeableConcept|Reference(DetectedIssue) eventHistory*:Reference(Provenance)
        =MedicationDispense.performer<BackboneElement actor!:Reference(Device,Organization,Patient,Practitioner,RelatedPerson) onBehalfOf:Reference(Organization)
        =MedicationDispense.substitution<BackboneElement wasSubstituted!:boolean type:CodeableConcept reason*:CodeableConcept responsibleParty*:Reference(Practitioner)
        =MedicationRequest<DomainResource identifier*:Identifier definition*:Reference(ActivityDefinition,PlanDefinition);S basedOn*:Reference(CarePlan,MedicationRequest,ProcedureRequest,ReferralRequest);S groupIdentifier:Identifier;S status:code;SM=134 intent!:code;SM=135 category:CodeableConcept priority:code;S=136 medication[x]!:CodeableConcept|Reference(Medication);S subject!:Reference(Group,Patient);S context:Reference(Encounter,EpisodeOfCare) supportingInformation*:Reference authoredOn:dateTime;S requester:.;S recorder:Reference(Practitioner) reasonCode*:CodeableConcept reasonReference*:Reference(Condition,Observation) note*:Annotation dosageInstruction*:Dosage dispenseRequest:. substitution:. priorPrescription:Reference(MedicationRequest) detectedIssue*:Reference(DetectedIssue) eventHistory*:Reference(Provenance)
        =MedicationRequest.requester<BackboneElement@106 agent!:Reference(Device,Organization,Patient,Practitioner,RelatedPerson);S onBehalfOf:Reference(Organization);S
        =MedicationRequest.dispenseRequest<BackboneElement validityPeriod:Period numberOfRepeatsAllowed:positiveInt quantity:SimpleQuantity expectedSupplyDuration:Duration performer:Reference(Organization)
        =MedicationRequest.substitution<BackboneElement allowed!:boolean;M reason:CodeableConcept
        =MedicationStatement<DomainResource@107 identifier*:Identifier;S basedOn*:Reference(CarePlan,MedicationRequest,ProcedureRequest,ReferralRequest);S partOf*:Reference(MedicationAdministration,MedicationDispense,MedicationStatement,Observation,Procedure);S context:Reference(Encounter,EpisodeOfCare);S status!:code;SM=137 category:CodeableConcept;S medication[x]!:CodeableConcept|Reference(Medication);S effective[x]:dateTime|Period;S dateAsserted:dateTime;S informationSource:Reference(Organization,Patient,Practitioner,RelatedPerson) subject!:Reference(Group,Patient);S derivedFrom*:Reference taken!:code;SM=138 reasonNotTaken*:CodeableConcept reasonCode*:CodeableConcept reasonReference*:Reference(Condition,Observation) note*:Annotation dosage*:Dosage
        =MessageDefinition<DomainResource url:uri;S identifier:Identifier;S version:string;S name:string;S title:string;S status!:code;SM=27 experimental:boolean;SM date!:dateTime;S publisher:string;S contact*:ContactDetail;S description:markdown;S useContext*:UsageContext;S jurisdiction*:CodeableConcept;S purpose:markdown;S copyright:markdown base:Reference(MessageDefinition);S parent*:Reference(ActivityDefinition,PlanDefinition);S replaces*:Reference(MessageDefinition);S event!:Coding;S category:code;S=56 focus*:.;S responseRequired:boolean allowedResponse*:.
        =MessageDefinition.focus<BackboneElement@108 code!:code;S=28 profile:Reference(StructureDefinition) min:unsignedInt max:string
        =MessageDefinition.allowedResponse<BackboneElement message!:Reference(MessageDefinition) situation:markdown
        =MessageHeader<DomainResource event!:Coding;S destination*:.;S receiver:Reference(Organization,Practitioner);S sender:Reference(Organization,Practitioner);S timestamp!:instant;S enterer:Reference(Practitioner);S author:Reference(Practitioner);S source!:.;S responsible:Reference(Organization,Practitioner);S reason:CodeableConcept;S response:.;S focus*:Reference;S
        =MessageHeader.destination<BackboneElement name:string;S target:Reference(Device);S endpoint!:uri;S
        =MessageHeader.source<BackboneElement name:string;S software:string;S version:string;S contact:ContactPoint;S endpoint!:uri;S
        =MessageHeader.response<BackboneElement identifier!:id;S code!:code;S=139 details:Reference(OperationOutcome);S
        =Money<Quantity@109
        =NamingSystem<DomainResource@110,111,112 name!:string;S status!:code;SM=27 kind!:code=140 date!:dateTime;S publisher:string;S contact*:ContactDetail;S responsible:string type:CodeableConcept description:markdown useContext*:UsageContext;S jurisdiction*:CodeableConcept;S usage:string uniqueId+:. replacedBy:Reference(NamingSystem)
        =NamingSystem.uniqueId<BackboneElement type!:code=141 value!:string preferred:boolean comment:string period:Period
        =NutritionOrder<DomainResource@113 identifier*:Identifier status:code;SM=142 patient!:Reference(Patient);S encounter:Reference(Encounter) dateTime!:dateTime;S orderer:Reference(Practitioner);S allergyIntolerance*:Reference(AllergyIntolerance) foodPreferenceModifier*:CodeableConcept excludeFoodModifier*:CodeableConcept oralDiet:. supplement*:. enteralFormula:.
        =NutritionOrder.oralDiet<BackboneElement type*:CodeableConcept;S schedule*:Timing nutrient*:. texture*:. fluidConsistencyType*:CodeableConcept instruction:string;S
        =NutritionOrder.oralDiet.nutrient<BackboneElement modifier:CodeableConcept amount:SimpleQuantity
        =NutritionOrder.oralDiet.texture<BackboneElement modifier:CodeableConcept foodType:CodeableConcept
        =NutritionOrder.supplement<BackboneElement type:CodeableConcept;S productName:string schedule*:Timing quantity:SimpleQuantity instruction:string;S
        =NutritionOrder.enteralFormula<BackboneElement baseFormulaType:CodeableConcept;S baseFormulaProductName:string additiveType:CodeableConcept additiveProductName:string caloricDensity:SimpleQuantity routeofAdministration:CodeableConcept administration*:. maxVolumeToDeliver:SimpleQuantity administrationInstruction:string;S
        =NutritionOrder.enteralFormula.administration<BackboneElement schedule:Timing quantity:SimpleQuantity rate[x]:SimpleQuantity|Ratio
        =Observation<DomainResource@114,115 identifier*:Identifier;S basedOn*:Reference(CarePlan,DeviceRequest,ImmunizationRecommendation,MedicationRequest,NutritionOrder,ProcedureRequest,ReferralRequest);S status!:code;SM=91 category*:CodeableConcept code!:CodeableConcept;S subject:Reference(Device,Group,Location,Patient);S context:Reference(Encounter,EpisodeOfCare) effective[x]:dateTime|Period;S issued:instant;S performer*:Reference(Organization,Patient,Practitioner,RelatedPerson);S value[x]:Quantity|CodeableConcept|string|boolean|Range|Ratio|SampledData|Attachment|time|dateTime|Period;S dataAbsentReason:CodeableConcept interpretation:CodeableConcept comment:string bodySite:CodeableConcept method:CodeableConcept specimen:Reference(Specimen) device:Reference(Device,DeviceMetric) referenceRange*:. related*:.;S component*:.;S
        =Observation.referenceRange<BackboneElement@116 low:SimpleQuantity high:SimpleQuantity type:CodeableConcept appliesTo*:CodeableConcept age:Range text:string
        =Observation.related<BackboneElement type:code=143 target!:Reference(Observation,QuestionnaireResponse,Sequence)
        =Observation.component<BackboneElement code!:CodeableConcept;S value[x]:Quantity|CodeableConcept|string|Range|Ratio|SampledData|Attachment|time|dateTime|Period;S dataAbsentReason:CodeableConcept interpretation:CodeableConcept referenceRange*:#Observation.referenceRange
        =OperationDefinition<DomainResource url:uri;S version:string;S name!:string;S status!:code;SM=27 kind!:code=144 experimental:boolean;SM date:dateTime;S publisher:string;S contact*:ContactDetail;S description:markdown useContext*:UsageContext;S jurisdiction*:CodeableConcept;S purpose:markdown idempotent:boolean;S code!:code;S comment:string base:Reference(OperationDefinition);S resource*:code;S=28 system!:boolean;S type!:boolean;S instance!:boolean;S parameter*:. overload*:.
        =OperationDefinition.parameter<BackboneElement@117,118 name!:code use!:code=19 min!:integer max!:string documentation:string type:code=8 searchType:code=53 profile:Reference(StructureDefinition) binding:. part*:#OperationDefinition.parameter
        =OperationDefinition.parameter.binding<BackboneElement strength!:code=15 valueSet[x]!:uri|Reference(ValueSet)
        =OperationDefinition.overload<BackboneElement parameterName*:string comment:string
        =OperationOutcome<DomainResource issue+:.;S
        =OperationOutcome.issue<BackboneElement severity!:code;SM=145 code!:code;S=146 details:CodeableConcept;S diagnostics:string;S location*:string;S expression*:string;S
        =Organization<DomainResource@121 identifier*:Identifier;S active:boolean;SM type*:CodeableConcept;S name:string;S alias*:string telecom*:ContactPoint@119 address*:Address@120 partOf:Reference(Organization);S contact*:. endpoint*:Reference(Endpoint)
        =Organization.contact<BackboneElement purpose:CodeableConcept name:HumanName telecom*:ContactPoint address:Address
        =Patient<DomainResource identifier*:Identifier;S active:boolean;SM name*:HumanName;S telecom*:ContactPoint;S gender:code;S=114 birthDate:date;S deceased[x]:boolean|dateTime;SM address*:Address;S maritalStatus:CodeableConcept multipleBirth[x]:boolean|integer photo*:Attachment contact*:. animal:.;SM communication*:. generalPractitioner*:Reference(Organization,Practitioner) managingOrganization:Reference(Organization);S link*:.;SM
        =Patient.contact<BackboneElement@122 relationship*:CodeableConcept name:HumanName telecom*:ContactPoint address:Address gender:code=114 organization:Reference(Organization) period:Period
        =Patient.animal<BackboneElement species!:CodeableConcept;S breed:CodeableConcept;S genderStatus:CodeableConcept;S
        =Patient.communication<BackboneElement language!:CodeableConcept preferred:boolean
        =Patient.link<BackboneElement other!:Reference(Patient,RelatedPerson);S type!:code;S=147
        =PaymentNotice<DomainResource identifier*:Identifier status:code;SM=63 request:Reference response:Reference statusDate:date created:dateTime target:Reference(Organization) provider:Reference(Practitioner) organization:Reference(Organization) paymentStatus:CodeableConcept
        =PaymentReconciliation<DomainResource identifier*:Identifier status:code;SM=63 period:Period created:dateTime organization:Reference(Organization) request:Reference(ProcessRequest) outcome:CodeableConcept=104 disposition:string requestProvider:Reference(Practitioner) requestOrganization:Reference(Organization) detail*:. form:CodeableConcept total:Money processNote*:.
        =PaymentReconciliation.detail<BackboneElement type!:CodeableConcept request:Reference response:Reference submitter:Reference(Organization) payee:Reference(Organization) date:date amount:Money
        =PaymentReconciliation.processNote<BackboneElement type:CodeableConcept=67 text:string
        =Person<DomainResource identifier*:Identifier name*:HumanName;S telecom*:ContactPoint;S gender:code;S=114 birthDate:date;S address*:Address photo:Attachment managingOrganization:Reference(Organization);S active:boolean;SM link*:.
        =Person.link<BackboneElement target!:Reference(Patient,Person,Practitioner,RelatedPerson) assurance:code=148
        =PlanDefinition<DomainResource url:uri;S identifier*:Identifier;S version:string;S name:string;S title:string;S type:CodeableConcept;S status!:code;SM=27 experimental:boolean;SM date:dateTime;S publisher:string;S description:markdown;S purpose:markdown usage:string approvalDate:date lastReviewDate:date effectivePeriod:Period;S useContext*:UsageContext;S jurisdiction*:CodeableConcept;S topic*:CodeableConcept contributor*:Contributor contact*:ContactDetail;S copyright:markdown relatedArtifact*:RelatedArtifact library*:Reference(Library) goal*:. action*:.
        =PlanDefinition.goal<BackboneElement category:CodeableConcept description!:CodeableConcept priority:CodeableConcept start:CodeableConcept addresses*:CodeableConcept documentation*:RelatedArtifact target*:.
        =PlanDefinition.goal.target<BackboneElement measure:CodeableConcept detail[x]:Quantity|Range|CodeableConcept due:Duration
        =PlanDefinition.action<BackboneElement label:string title:string description:string textEquivalent:string code*:CodeableConcept reason*:CodeableConcept documentation*:RelatedArtifact goalId*:id triggerDefinition*:TriggerDefinition condition*:. input*:DataRequirement output*:DataRequirement relatedAction*:. timing[x]:dateTime|Period|Duration|Range|Timing participant*:. type:Coding=149 groupingBehavior:code=150 selectionBehavior:code=151 requiredBehavior:code=152 precheckBehavior:code=153 cardinalityBehavior:code=154 definition:Reference(ActivityDefinition,PlanDefinition) transform:Reference(StructureMap) dynamicValue*:. action*:#PlanDefinition.action
        =PlanDefinition.action.condition<BackboneElement kind!:code=155 description:string language:string expression:string
        =PlanDefinition.action.relatedAction<BackboneElement actionId!:id relationship!:code=156 offset[x]:Duration|Range
        =PlanDefinition.action.participant<BackboneElement type!:code=29 role:CodeableConcept
        =PlanDefinition.action.dynamicValue<BackboneElement description:string path:string language:string expression:string
        =Practitioner<DomainResource identifier*:Identifier;S active:boolean;S name*:HumanName;S telecom*:ContactPoint;S address*:Address;S gender:code;S=114 birthDate:date;S photo*:Attachment qualification*:. communication*:CodeableConcept
        =Practitioner.qualification<BackboneElement identifier*:Identifier code!:CodeableConcept period:Period issuer:Reference(Organization)
        =PractitionerRole<DomainResource identifier*:Identifier;S active:boolean;S period:Period;S practitioner:Reference(Practitioner);S organization:Reference(Organization);S code*:CodeableConcept;S specialty*:CodeableConcept;S location*:Reference(Location);S healthcareService*:Reference(HealthcareService) telecom*:ContactPoint;S availableTime*:. notAvailable*:. availabilityExceptions:string endpoint*:Reference(Endpoint)
        =PractitionerRole.availableTime<BackboneElement daysOfWeek*:code=23 allDay:boolean availableStartTime:time availableEndTime:time
        =PractitionerRole.notAvailable<BackboneElement description!:string during:Period
        =Procedure<DomainResource@123 identifier*:Identifier;S definition*:Reference(ActivityDefinition,HealthcareService,PlanDefinition);S basedOn*:Reference(CarePlan,ProcedureRequest,ReferralRequest);S partOf*:Reference(MedicationAdministration,Observation,Procedure);S status!:code;SM=73 notDone:boolean;SM notDoneReason:CodeableConcept;S category:CodeableConcept;S code:CodeableConcept;S subject!:Reference(Group,Patient);S context:Reference(Encounter,EpisodeOfCare);S performed[x]:dateTime|Period;S performer*:.;S location:Reference(Location);S reasonCode*:CodeableConcept;S reasonReference*:Reference(Condition,Observation);S bodySite*:CodeableConcept;S outcome:CodeableConcept;S report*:Reference(DiagnosticReport) complication*:CodeableConcept complicationDetail*:Reference(Condition) followUp*:CodeableConcept note*:Annotation focalDevice*:. usedReference*:Reference(Device,Medication,Substance) usedCode*:CodeableConcept
        =Procedure.performer<BackboneElement role:CodeableConcept;S actor!:Reference(Device,Organization,Patient,Practitioner,RelatedPerson);S onBehalfOf:Reference(Organization)
        =Procedure.focalDevice<BackboneElement action:CodeableConcept manipulated!:Reference(Device)
        =ProcedureRequest<DomainResource identifier*:Identifier;S definition*:Reference(ActivityDefinition,PlanDefinition);S basedOn*:Reference;S replaces*:Reference;S requisition:Identifier;S status!:code;SM=74 intent!:code;SM=157 priority:code;S=75 doNotPerform:boolean;SM category*:CodeableConcept;S code!:CodeableConcept;S subject!:Reference(Device,Group,Location,Patient);S context:Reference(Encounter,EpisodeOfCare);S occurrence[x]:dateTime|Period|Timing;S asNeeded[x]:boolean|CodeableConcept;S authoredOn:dateTime;S requester:.;S performerType:CodeableConcept;S performer:Reference(Device,HealthcareService,Organization,Patient,Practitioner,RelatedPerson);S reasonCode*:CodeableConcept;S reasonReference*:Reference(Condition,Observation);S supportingInfo*:Reference specimen*:Reference(Specimen);S bodySite*:CodeableConcept;S note*:Annotation relevantHistory*:Reference(Provenance)
        =ProcedureRequest.requester<BackboneElement agent!:Reference(Device,Organization,Practitioner);S onBehalfOf:Reference(Organization);S
        =ProcessRequest<DomainResource identifier*:Identifier status:code;SM=63 action:code=158 target:Reference(Organization) created:dateTime provider:Reference(Practitioner) organization:Reference(Organization) request:Reference response:Reference nullify:boolean reference:string item*:. include*:string exclude*:string period:Period
        =ProcessRequest.item<BackboneElement sequenceLinkId!:integer
        =ProcessResponse<DomainResource identifier*:Identifier status:code;SM=63 created:dateTime organization:Reference(Organization) request:Reference outcome:CodeableConcept disposition:string requestProvider:Reference(Practitioner) requestOrganization:Reference(Organization) form:CodeableConcept processNote*:. error*:CodeableConcept communicationRequest*:Reference(CommunicationRequest)
        =ProcessResponse.processNote<BackboneElement type:CodeableConcept=67 text:string
        =Provenance<DomainResource target+:Reference;S period:Period recorded!:instant;S policy*:uri location:Reference(Location) reason*:Coding activity:Coding agent+:. entity*:. signature*:Signature
        =Provenance.agent<BackboneElement role*:CodeableConcept;S who[x]!:uri|Reference(Device,Organization,Patient,Practitioner,RelatedPerson);S onBehalfOf[x]:uri|Reference(Device,Organization,Patient,Practitioner,RelatedPerson) relatedAgentType:CodeableConcept
        =Provenance.entity<BackboneElement role!:code;S=159 what[x]!:uri|Reference|Identifier;S agent*:#Provenance.agent
        =Questionnaire<DomainResource@124 url:uri;S identifier*:Identifier;S version:string;S name:string;S title:string;S status!:code;SM=27 experimental:boolean;SM date:dateTime;S publisher:string;S description:markdown purpose:markdown approvalDate:date lastReviewDate:date effectivePeriod:Period;S useContext*:UsageContext;S jurisdiction*:CodeableConcept;S contact*:ContactDetail;S copyright:markdown code*:Coding;S subjectType*:code;S=28 item*:.
        =Questionnaire.item<BackboneElement@125,126,127,128,129,130,131,132 linkId!:string definition:uri code*:Coding;S prefix:string text:string;S type!:code=160 enableWhen*:.;SM required:boolean repeats:boolean readOnly:boolean maxLength:integer options:Reference(ValueSet) option*:. initial[x]:boolean|decimal|integer|date|dateTime|time|string|uri|Attachment|Coding|Quantity|Reference item*:#Questionnaire.item
        =Questionnaire.item.enableWhen<BackboneElement@133 question!:string hasAnswer:boolean answer[x]:boolean|decimal|integer|date|dateTime|time|string|uri|Attachment|Coding|Quantity|Reference
        =Questionnaire.item.option<BackboneElement value[x]!:integer|date|time|string|Coding
        =QuestionnaireResponse<DomainResource identifier:Identifier;S basedOn*:Reference(CarePlan,ProcedureRequest,ReferralRequest);S parent*:Reference(Observation,Procedure);S questionnaire:Reference(Questionnaire);S status!:code;SM=161 subject:Reference;S context:Reference(Encounter,EpisodeOfCare);S authored:dateTime;S author:Reference(Device,Patient,Practitioner,RelatedPerson);S source:Reference(Patient,Practitioner,RelatedPerson);S item*:.
        =QuestionnaireResponse.item<BackboneElement@134 linkId!:string definition:uri text:string subject:Reference answer*:. item*:#QuestionnaireResponse.item
        =QuestionnaireResponse.item.answer<BackboneElement value[x]:boolean|decimal|integer|date|dateTime|time|string|uri|Attachment|Coding|Quantity|Reference item*:#QuestionnaireResponse.item
        =ReferralRequest<DomainResource identifier*:Identifier;S definition*:Reference(ActivityDefinition,PlanDefinition);S basedOn*:Reference(CarePlan,ProcedureRequest,ReferralRequest);S replaces*:Reference(ReferralRequest);S groupIdentifier:Identifier;S status!:code;SM=74 intent!:code;SM=157 type:CodeableConcept;S priority:code;S=75 serviceRequested*:CodeableConcept;S subject!:Reference(Group,Patient);S context:Reference(Encounter,EpisodeOfCare);S occurrence[x]:dateTime|Period;S authoredOn:dateTime;S requester:.;S specialty:CodeableConcept recipient*:Reference(HealthcareService,Organization,Practitioner);S reasonCode*:CodeableConcept;S reasonReference*:Reference(Condition,Observation);S description:string supportingInfo*:Reference note*:Annotation relevantHistory*:Reference(Provenance)
        =ReferralRequest.requester<BackboneElement@135 agent!:Reference(Device,Organization,Patient,Practitioner,RelatedPerson);S onBehalfOf:Reference(Organization);S
        =RelatedPerson<DomainResource identifier*:Identifier;S active:boolean;SM patient!:Reference(Patient);S relationship:CodeableConcept;S name*:HumanName;S telecom*:ContactPoint;S gender:code;S=114 birthDate:date;S address*:Address;S photo*:Attachment period:Period
        =RequestGroup<DomainResource identifier*:Identifier;S definition*:Reference basedOn*:Reference replaces*:Reference groupIdentifier:Identifier;S status!:code;SM=74 intent!:code;SM=157 priority:code;S=75 subject:Reference(Group,Patient) context:Reference(Encounter,EpisodeOfCare) authoredOn:dateTime author:Reference(Device,Practitioner) reason[x]:CodeableConcept|Reference note*:Annotation action*:.
        =RequestGroup.action<BackboneElement@136 label:string title:string description:string;S textEquivalent:string;S code*:CodeableConcept documentation*:RelatedArtifact condition*:. relatedAction*:. timing[x]:dateTime|Period|Duration|Range|Timing participant*:Reference(Patient,Person,Practitioner,RelatedPerson) type:Coding groupingBehavior:code=150 selectionBehavior:code=151 requiredBehavior:code=152 precheckBehavior:code=153 cardinalityBehavior:code=154 resource:Reference action*:#RequestGroup.action
        =RequestGroup.action.condition<BackboneElement kind!:code=155 description:string language:string expression:string
        =RequestGroup.action.relatedAction<BackboneElement actionId!:id relationship!:code=156 offset[x]:Duration|Range
        =ResearchStudy<DomainResource identifier*:Identifier;S title:string;S protocol*:Reference(PlanDefinition);S partOf*:Reference(ResearchStudy);S status!:code;SM=162 category*:CodeableConcept;S focus*:CodeableConcept;S contact*:ContactDetail;S relatedArtifact*:RelatedArtifact keyword*:CodeableConcept;S jurisdiction*:CodeableConcept;S description:markdown enrollment*:Reference(Group);S period:Period;S sponsor:Reference(Organization);S principalInvestigator:Reference(Practitioner);S site*:Reference(Location);S reasonStopped:CodeableConcept;S note*:Annotation arm*:.
        =ResearchStudy.arm<BackboneElement name!:string code:CodeableConcept description:string
        =ResearchSubject<DomainResource identifier:Identifier;S status!:code;SM=163 period:Period;S study!:Reference(ResearchStudy);S individual!:Reference(Patient);S assignedArm:string actualArm:string consent:Reference(Consent)
        =RiskAssessment<DomainResource identifier:Identifier;S basedOn:Reference parent:Reference status!:code=91 method:CodeableConcept;S code:CodeableConcept;S subject:Reference(Group,Patient);S context:Reference(Encounter,EpisodeOfCare);S occurrence[x]:dateTime|Period;S condition:Reference(Condition);S performer:Reference(Device,Practitioner);S reason[x]:CodeableConcept|Reference basis*:Reference prediction*:. mitigation:string comment:string
        =RiskAssessment.prediction<BackboneElement@138 outcome!:CodeableConcept probability[x]:decimal|Range@137 qualitativeRisk:CodeableConcept relativeRisk:decimal when[x]:Period|Range rationale:string
        =Schedule<DomainResource identifier*:Identifier;S active:boolean;SM serviceCategory:CodeableConcept;S serviceType*:CodeableConcept;S specialty*:CodeableConcept;S actor+:Reference(Device,HealthcareService,Location,Patient,Practitioner,PractitionerRole,RelatedPerson);S planningHorizon:Period;S comment:string
        =SearchParameter<DomainResource@139,140 url!:uri;S version:string;S name!:string;S status!:code;SM=27 experimental:boolean;SM date:dateTime;S publisher:string;S contact*:ContactDetail;S useContext*:UsageContext;S jurisdiction*:CodeableConcept;S purpose:markdown code!:code;S base+:code;S=28 type!:code;S=53 derivedFrom:uri description!:markdown;S expression:string xpath:string xpathUsage:code=164 target*:code=28 comparator*:code=165 modifier*:code=166 chain*:string component*:.
        =SearchParameter.component<BackboneElement definition!:Reference(SearchParameter) expression!:string
        =Sequence<DomainResource@141 identifier*:Identifier;S type:code;S coordinateSystem!:integer;S patient:Reference(Patient);S specimen:Reference(Specimen);S device:Reference(Device);S performer:Reference(Organization);S quantity:Quantity;S referenceSeq:.;S variant*:.;S observedSeq:string;S quality*:.;S readCoverage:integer;S repository*:.;S pointer*:Reference(Sequence);S
        =Sequence.referenceSeq<BackboneElement@142,143,144 chromosome:CodeableConcept;S genomeBuild:string;S referenceSeqId:CodeableConcept;S referenceSeqPointer:Reference(Sequence);S referenceSeqString:string;S strand:integer;S windowStart!:integer;S windowEnd!:integer;S
        =Sequence.variant<BackboneElement start:integer;S end:integer;S observedAllele:string;S referenceAllele:string;S cigar:string;S variantPointer:Reference(Observation);S
        =Sequence.quality<BackboneElement type!:code;S=167 standardSequence:CodeableConcept;S start:integer;S end:integer;S score:Quantity;S method:CodeableConcept;S truthTP:decimal;S queryTP:decimal;S truthFN:decimal;S queryFP:decimal;S gtFP:decimal;S precision:decimal;S recall:decimal;S fScore:decimal;S
        =Sequence.repository<BackboneElement type!:code;S=168 url:uri;S name:string;S datasetId:string;S variantsetId:string;S readsetId:string;S
        =ServiceDefinition<DomainResource url:uri;S identifier*:Identifier;S version:string;S name:string;S title:string;S status!:code;SM=27 experimental:boolean;SM date:dateTime;S publisher:string;S description:markdown purpose:markdown usage:string approvalDate:date lastReviewDate:date effectivePeriod:Period;S useContext*:UsageContext;S jurisdiction*:CodeableConcept;S topic*:CodeableConcept contributor*:Contributor contact*:ContactDetail;S copyright:markdown relatedArtifact*:RelatedArtifact trigger*:TriggerDefinition dataRequirement*:DataRequirement operationDefinition:Reference(OperationDefinition)
        =SimpleQuantity<Quantity@145 comparator{0,0}:code;SM=20
        =Slot<DomainResource identifier*:Identifier;S serviceCategory:CodeableConcept;S serviceType*:CodeableConcept;S specialty*:CodeableConcept;S appointmentType:CodeableConcept;S schedule!:Reference(Schedule);S status!:code;S=169 start!:instant;S end!:instant;S overbooked:boolean comment:string
        =Specimen<DomainResource identifier*:Identifier;S accessionIdentifier:Identifier;S status:code;SM=170 type:CodeableConcept;S subject!:Reference(Device,Group,Patient,Substance);S receivedTime:dateTime;S parent*:Reference(Specimen) request*:Reference(ProcedureRequest) collection:. processing*:. container*:. note*:Annotation
        =Specimen.collection<BackboneElement collector:Reference(Practitioner);S collected[x]:dateTime|Period;S quantity:SimpleQuantity method:CodeableConcept bodySite:CodeableConcept
        =Specimen.processing<BackboneElement description:string procedure:CodeableConcept additive*:Reference(Substance) time[x]:dateTime|Period
        =Specimen.container<BackboneElement identifier*:Identifier;S description:string type:CodeableConcept capacity:SimpleQuantity specimenQuantity:SimpleQuantity additive[x]:CodeableConcept|Reference(Substance)
        =StructureDefinition<DomainResource@146,147,148,149,150,151,152,153,154,155,156,157,158 url!:uri;S identifier*:Identifier;S version:string;S name!:string;S title:string;S status!:code;SM=27 experimental:boolean;SM date:dateTime;S publisher:string;S contact*:ContactDetail;S description:markdown useContext*:UsageContext;S jurisdiction*:CodeableConcept;S purpose:markdown copyright:markdown keyword*:Coding;S fhirVersion:id;S mapping*:. kind!:code;S=171 abstract!:boolean;S contextType:code;S=172 context*:string;S contextInvariant*:string;S type!:code;S baseDefinition:uri;S derivation:code;S=173 snapshot:. differential:.
        =StructureDefinition.mapping<BackboneElement@159 identity!:id uri:uri name:string comment:string
        =StructureDefinition.snapshot<BackboneElement@160,161,162 element+:ElementDefinition
        =StructureDefinition.differential<BackboneElement@163,164,165 element+:ElementDefinition
        =StructureMap<DomainResource url!:uri;S identifier*:Identifier;S version:string;S name!:string;S title:string;S status!:code;SM=27 experimental:boolean;SM date:dateTime;S publisher:string;S contact*:ContactDetail;S description:markdown useContext*:UsageContext;S jurisdiction*:CodeableConcept;S purpose:markdown copyright:markdown structure*:.;S import*:uri;S group+:.;S
        =StructureMap.structure<BackboneElement url!:uri;S mode!:code;S=174 alias:string;S documentation:string
        =StructureMap.group<BackboneElement name!:id;S extends:id;S typeMode!:code;S=175 documentation:string;S input+:.;S rule+:.;S
        =StructureMap.group.input<BackboneElement name!:id;S type:string;S mode!:code;S=176 documentation:string
        =StructureMap.group.rule<BackboneElement name!:id;S source+:.;S target*:.;S rule*:#StructureMap.group.rule;S dependent*:.;S documentation:string
        =StructureMap.group.rule.source<BackboneElement context!:id;S min:integer;S max:string;S type:string;S defaultValue[x]:base64Binary|boolean|code|date|dateTime|decimal|id|instant|integer|markdown|oid|positiveInt|string|time|unsignedInt|uri|Address|Age|Annotation|Attachment|CodeableConcept|Coding|ContactPoint|Count|Distance|Duration|HumanName|Identifier|Money|Period|Quantity|Range|Ratio|Reference|SampledData|Signature|Timing|Meta;S element:string;S listMode:code;S=177 variable:id;S condition:string;S check:string;S
        =StructureMap.group.rule.target<BackboneElement@166,167 context:id;S contextType:code;S=178 element:string;S variable:id;S listMode*:code;S=179 listRuleId:id;S transform:code;S=180 parameter*:.;S
        =StructureMap.group.rule.target.parameter<BackboneElement value[x]!:id|string|boolean|integer|decimal;S
        =StructureMap.group.rule.dependent<BackboneElement name!:id;S variable+:string;S
        =Subscription<DomainResource status!:code;SM=181 contact*:ContactPoint;S end:instant;S reason!:string;S criteria!:string;S error:string;S channel!:.;S tag*:Coding;S
        =Subscription.channel<BackboneElement type!:code;S=182 endpoint:uri;S payload:string;S header*:string;S
        =Substance<DomainResource identifier*:Identifier;S status:code;S=183 category*:CodeableConcept;S code!:CodeableConcept;S description:string;S instance*:.;S ingredient*:.;S
        =Substance.instance<BackboneElement identifier:Identifier;S expiry:dateTime;S quantity:SimpleQuantity;S
        =Substance.ingredient<BackboneElement quantity:Ratio;S substance[x]!:CodeableConcept|Reference(Substance);S
        =SupplyDelivery<DomainResource identifier:Identifier basedOn*:Reference(SupplyRequest);S partOf*:Reference(Contract,SupplyDelivery);S status:code;SM=184 patient:Reference(Patient) type:CodeableConcept=185 suppliedItem:. occurrence[x]:dateTime|Period|Timing;S supplier:Reference(Organization,Practitioner) destination:Reference(Location) receiver*:Reference(Practitioner)
        =SupplyDelivery.suppliedItem<BackboneElement quantity:SimpleQuantity item[x]:CodeableConcept|Reference(Device,Medication,Substance)
        =SupplyRequest<DomainResource identifier:Identifier;S status:code;SM=186 category:CodeableConcept;S priority:code;S=75 orderedItem:.;S occurrence[x]:dateTime|Period|Timing;S authoredOn:dateTime;S requester:.;S supplier*:Reference(Organization);S reason[x]:CodeableConcept|Reference deliverFrom:Reference(Location,Organization) deliverTo:Reference(Location,Organization,Patient)
        =SupplyRequest.orderedItem<BackboneElement quantity!:Quantity;S item[x]:CodeableConcept|Reference(Device,Medication,Substance);S
        =SupplyRequest.requester<BackboneElement agent!:Reference(Device,Organization,Patient,Practitioner,RelatedPerson);S onBehalfOf:Reference(Organization)
        =Task<DomainResource@168 identifier*:Identifier definition[x]:uri|Reference(ActivityDefinition);S basedOn*:Reference;S groupIdentifier:Identifier;S partOf*:Reference(Task);S status!:code;S=187 statusReason:CodeableConcept;S businessStatus:CodeableConcept;S intent!:code;S=157 priority:code=75 code:CodeableConcept;S description:string;S focus:Reference;S for:Reference;S context:Reference(Encounter,EpisodeOfCare);S executionPeriod:Period;S authoredOn:dateTime lastModified:dateTime;S requester:.;S performerType*:CodeableConcept owner:Reference(Device,Organization,Patient,Practitioner,RelatedPerson);S reason:CodeableConcept note*:Annotation relevantHistory*:Reference(Provenance) restriction:. input*:. output*:.
        =Task.requester<BackboneElement agent!:Reference(Device,Organization,Patient,Practitioner,RelatedPerson);S onBehalfOf:Reference(Organization)
        =Task.restriction<BackboneElement repetitions:positiveInt period:Period recipient*:Reference(Group,Organization,Patient,Practitioner,RelatedPerson)
        =Task.input<BackboneElement type!:CodeableConcept value[x]!:base64Binary|boolean|code|date|dateTime|decimal|id|instant|integer|markdown|oid|positiveInt|string|time|unsignedInt|uri|Address|Age|Annotation|Attachment|CodeableConcept|Coding|ContactPoint|Count|Distance|Duration|HumanName|Identifier|Money|Period|Quantity|Range|Ratio|Reference|SampledData|Signature|Timing|Meta
        =Task.output<BackboneElement type!:CodeableConcept value[x]!:base64Binary|boolean|code|date|dateTime|decimal|id|instant|integer|markdown|oid|positiveInt|string|time|unsignedInt|uri|Address|Age|Annotation|Attachment|CodeableConcept|Coding|ContactPoint|Count|Distance|Duration|HumanName|Identifier|Money|Period|Quantity|Range|Ratio|Reference|SampledData|Signature|Timing|Meta
        =TestReport<DomainResource identifier:Identifier;S name:string;S status!:code;SM=188 testScript!:Reference(TestScript);S result!:code;S=189 score:decimal;S tester:string;S issued:dateTime;S participant*:. setup:. test*:. teardown:.
        =TestReport.participant<BackboneElement type!:code=190 uri!:uri display:string
        =TestReport.setup<BackboneElement action+:.
        =TestReport.setup.action<BackboneElement@169 operation:. assert:.
        =TestReport.setup.action.operation<BackboneElement result!:code=191 message:markdown detail:uri
        =TestReport.setup.action.assert<BackboneElement result!:code=191 message:markdown detail:string
        =TestReport.test<BackboneElement name:string description:string action+:.
        =TestReport.test.action<BackboneElement@170 operation:#TestReport.setup.action.operation assert:#TestReport.setup.action.assert
        =TestReport.teardown<BackboneElement action+:.
        =TestReport.teardown.action<BackboneElement operation!:#TestReport.setup.action.operation
        =TestScript<DomainResource url!:uri;S identifier:Identifier;S version:string;S name!:string;S title:string;S status!:code;SM=27 experimental:boolean;SM date:dateTime;S publisher:string;S contact*:ContactDetail;S description:markdown useContext*:UsageContext;S jurisdiction*:CodeableConcept;S purpose:markdown copyright:markdown origin*:. destination*:. metadata:. fixture*:. profile*:Reference variable*:. rule*:. ruleset*:. setup:. test*:. teardown:.
        =TestScript.origin<BackboneElement index!:integer profile!:Coding
        =TestScript.destination<BackboneElement index!:integer profile!:Coding
        =TestScript.metadata<BackboneElement@171 link*:. capability+:.
        =TestScript.metadata.link<BackboneElement url!:uri description:string
        =TestScript.metadata.capability<BackboneElement required:boolean validated:boolean description:string origin*:integer destination:integer link*:uri capabilities!:Reference(CapabilityStatement)
        =TestScript.fixture<BackboneElement autocreate:boolean autodelete:boolean resource:Reference
        =TestScript.variable<BackboneElement@172 name!:string defaultValue:string description:string expression:string headerField:string hint:string path:string sourceId:id
        =TestScript.rule<BackboneElement resource!:Reference param*:.
        =TestScript.rule.param<BackboneElement name!:string value:string
        =TestScript.ruleset<BackboneElement resource!:Reference rule+:.
        =TestScript.ruleset.rule<BackboneElement ruleId!:id param*:.
        =TestScript.ruleset.rule.param<BackboneElement name!:string value:string
        =TestScript.setup<BackboneElement action+:.
        =TestScript.setup.action<BackboneElement@169 operation:. assert:.
        =TestScript.setup.action.operation<BackboneElement@173 type:Coding resource:code=192 label:string description:string accept:code=193 contentType:code=193 destination:integer encodeRequestUrl:boolean origin:integer params:string requestHeader*:. requestId:id responseId:id sourceId:id targetId:id url:string
        =TestScript.setup.action.operation.requestHeader<BackboneElement field!:string value!:string
        =TestScript.setup.action.assert<BackboneElement@174,175,176 label:string description:string direction:code=194 compareToSourceId:string compareToSourceExpression:string compareToSourcePath:string contentType:code=193 expression:string headerField:string minimumId:string navigationLinks:boolean operator:code=195 path:string requestMethod:code=196 requestURL:string resource:code=192 response:code=197 responseCode:string rule:. ruleset:. sourceId:id validateProfileId:id value:string warningOnly:boolean
        =TestScript.setup.action.assert.rule<BackboneElement ruleId!:id param*:.
        =TestScript.setup.action.assert.rule.param<BackboneElement name!:string value!:string
        =TestScript.setup.action.assert.ruleset<BackboneElement rulesetId!:id rule*:.
        =TestScript.setup.action.assert.ruleset.rule<BackboneElement ruleId!:id param*:.
        =TestScript.setup.action.assert.ruleset.rule.param<BackboneElement name!:string value!:string
        =TestScript.test<BackboneElement name:string description:string action+:.
        =TestScript.test.action<BackboneElement@170 operation:#TestScript.setup.action.operation@177 assert:#TestScript.setup.action.assert@178,179,180
        =TestScript.teardown<BackboneElement action+:.
        =TestScript.teardown.action<BackboneElement operation!:#TestScript.setup.action.operation@181
        =ValueSet<DomainResource@182 url:uri;S identifier*:Identifier;S version:string;S name:string;S title:string;S status!:code;SM=27 experimental:boolean;SM date:dateTime;S publisher:string;S contact*:ContactDetail;S description:markdown useContext*:UsageContext;S jurisdiction*:CodeableConcept;S immutable:boolean;S purpose:markdown copyright:markdown extensible:boolean;S compose:. expansion:.
        =ValueSet.compose<BackboneElement lockedDate:date;S inactive:boolean;S include+:.;S exclude*:#ValueSet.compose.include
        =ValueSet.compose.include<BackboneElement@183,184,185 system:uri;S version:string;S concept*:. filter*:.;SM valueSet*:uri;S
        =ValueSet.compose.include.concept<BackboneElement code!:code display:string designation*:.
        =ValueSet.compose.include.concept.designation<BackboneElement language:code use:Coding value!:string
        =ValueSet.compose.include.filter<BackboneElement property!:code;S op!:code;S=71 value!:code;S
        =ValueSet.expansion<BackboneElement identifier!:uri timestamp!:dateTime total:integer offset:integer parameter*:. contains*:.
        =ValueSet.expansion.parameter<BackboneElement name!:string value[x]:string|boolean|integer|decimal|uri|code
        =ValueSet.expansion.contains<BackboneElement@186,187,188 system:uri abstract:boolean inactive:boolean version:string code:code display:string designation*:#ValueSet.compose.include.concept.designation contains*:#ValueSet.expansion.contains
        =VisionPrescription<DomainResource identifier*:Identifier status:code;SM=63 patient:Reference(Patient) encounter:Reference(Encounter) dateWritten:dateTime prescriber:Reference(Practitioner) reason[x]:CodeableConcept|Reference(Condition) dispense*:.
        =VisionPrescription.dispense<BackboneElement product:CodeableConcept eye:code=198 sphere:decimal cylinder:decimal axis:integer prism:decimal base:code=199 add:decimal power:decimal backCurve:decimal diameter:decimal duration:SimpleQuantity color:string brand:string note*:Annotation
        =code<string
        =id<string
        =markdown<string
        =oid<uri
        =positiveInt<integer
        =unsignedInt<integer
        =uuid<uri
        ~http://hl7.org/fhir/ValueSet/address-use	http://hl7.org/fhir/address-use home old temp work
        ~http://hl7.org/fhir/ValueSet/address-type	http://hl7.org/fhir/address-type both physical postal
        ~http://hl7.org/fhir/ValueSet/bundle-type	http://hl7.org/fhir/bundle-type batch batch-response collection document history message searchset transaction transaction-response
        ~http://hl7.org/fhir/ValueSet/search-entry-mode	http://hl7.org/fhir/search-entry-mode include match outcome
        ~http://hl7.org/fhir/ValueSet/http-verb	http://hl7.org/fhir/http-verb DELETE GET POST PUT
        ~http://hl7.org/fhir/ValueSet/contact-point-system	http://hl7.org/fhir/contact-point-system email fax other pager phone sms url
        ~http://hl7.org/fhir/ValueSet/contact-point-use	http://hl7.org/fhir/contact-point-use home mobile old temp work
        ~http://hl7.org/fhir/ValueSet/contributor-type	http://hl7.org/fhir/contributor-type author editor endorser reviewer
        ~http://hl7.org/fhir/ValueSet/all-types	http://hl7.org/fhir/abstract-types Any Type	http://hl7.org/fhir/data-types Address Age Annotation Attachment BackboneElement CodeableConcept Coding ContactDetail ContactPoint Contributor Count DataRequirement Distance Dosage Duration Element ElementDefinition Extension HumanName Identifier Meta Money Narrative ParameterDefinition Period Quantity Range Ratio Reference RelatedArtifact SampledData Signature SimpleQuantity Timing TriggerDefinition UsageContext base64Binary boolean code date dateTime decimal id instant integer markdown oid positiveInt string time unsignedInt uri uuid xhtml	http://hl7.org/fhir/resource-types Account ActivityDefinition AdverseEvent AllergyIntolerance Appointment AppointmentResponse AuditEvent Basic Binary BodySite Bundle CapabilityStatement CarePlan CareTeam ChargeItem Claim ClaimResponse ClinicalImpression CodeSystem Communication CommunicationRequest CompartmentDefinition Composition ConceptMap Condition Consent Contract Coverage DataElement DetectedIssue Device DeviceComponent DeviceMetric DeviceRequest DeviceUseStatement DiagnosticReport DocumentManifest DocumentReference DomainResource EligibilityRequest EligibilityResponse Encounter Endpoint EnrollmentRequest EnrollmentResponse EpisodeOfCare ExpansionProfile ExplanationOfBenefit FamilyMemberHistory Flag Goal GraphDefinition Group GuidanceResponse HealthcareService ImagingManifest ImagingStudy Immunization ImmunizationRecommendation ImplementationGuide Library Linkage List Location Measure MeasureReport Media Medication MedicationAdministration MedicationDispense MedicationRequest MedicationStatement MessageDefinition MessageHeader NamingSystem NutritionOrder Observation OperationDefinition OperationOutcome Organization Parameters Patient PaymentNotice PaymentReconciliation Person PlanDefinition Practitioner PractitionerRole Procedure ProcedureRequest ProcessRequest ProcessResponse Provenance Questionnaire QuestionnaireResponse ReferralRequest RelatedPerson RequestGroup ResearchStudy ResearchSubject Resource RiskAssessment Schedule SearchParameter Sequence ServiceDefinition Slot Specimen StructureDefinition StructureMap Subscription Substance SupplyDelivery SupplyRequest Task TestReport TestScript ValueSet VisionPrescription
        ~http://hl7.org/fhir/ValueSet/property-representation	http://hl7.org/fhir/property-representation cdaText typeAttr xhtml xmlAttr xmlText
        ~http://hl7.org/fhir/ValueSet/resource-slicing-rules	http://hl7.org/fhir/resource-slicing-rules closed open openAtEnd
        ~http://hl7.org/fhir/ValueSet/discriminator-type	http://hl7.org/fhir/discriminator-type exists pattern profile type value
        ~http://hl7.org/fhir/ValueSet/resource-aggregation-mode	http://hl7.org/fhir/resource-aggregation-mode bundled contained referenced
        ~http://hl7.org/fhir/ValueSet/reference-version-rules	http://hl7.org/fhir/reference-version-rules either independent specific
        ~http://hl7.org/fhir/ValueSet/constraint-severity	http://hl7.org/fhir/constraint-severity error warning
        ~http://hl7.org/fhir/ValueSet/binding-strength	http://hl7.org/fhir/binding-strength example extensible preferred required
        ~http://hl7.org/fhir/ValueSet/name-use	http://hl7.org/fhir/name-use anonymous maiden nickname official old temp usual
        ~http://hl7.org/fhir/ValueSet/identifier-use	http://hl7.org/fhir/identifier-use official secondary temp usual
        ~http://hl7.org/fhir/ValueSet/narrative-status	http://hl7.org/fhir/narrative-status additional empty extensions generated
        ~http://hl7.org/fhir/ValueSet/operation-parameter-use	http://hl7.org/fhir/operation-parameter-use in out
        ~http://hl7.org/fhir/ValueSet/quantity-comparator	http://hl7.org/fhir/quantity-comparator < <= > >=
        ~http://hl7.org/fhir/ValueSet/related-artifact-type	http://hl7.org/fhir/related-artifact-type citation composed-of depends-on derived-from documentation justification predecessor successor
        ~http://hl7.org/fhir/ValueSet/units-of-time	http://unitsofmeasure.org a d h min mo s wk
        ~http://hl7.org/fhir/ValueSet/days-of-week	http://hl7.org/fhir/days-of-week fri mon sat sun thu tue wed
        ~http://hl7.org/fhir/ValueSet/event-timing	http://hl7.org/fhir/event-timing AFT EVE MORN NIGHT PHS	http://hl7.org/fhir/v3/TimingEvent AC ACD ACM ACV C CD CM CV HS PC PCD PCM PCV WAKE
        ~http://hl7.org/fhir/ValueSet/trigger-type	http://hl7.org/fhir/trigger-type data-access-ended data-accessed data-added data-modified data-removed named-event periodic
        ~http://hl7.org/fhir/ValueSet/account-status	http://hl7.org/fhir/account-status active entered-in-error inactive
        ~http://hl7.org/fhir/ValueSet/publication-status	http://hl7.org/fhir/publication-status active draft retired unknown
        ~http://hl7.org/fhir/ValueSet/resource-types	http://hl7.org/fhir/resource-types Account ActivityDefinition AdverseEvent AllergyIntolerance Appointment AppointmentResponse AuditEvent Basic Binary BodySite Bundle CapabilityStatement CarePlan CareTeam ChargeItem Claim ClaimResponse ClinicalImpression CodeSystem Communication CommunicationRequest CompartmentDefinition Composition ConceptMap Condition Consent Contract Coverage DataElement DetectedIssue Device DeviceComponent DeviceMetric DeviceRequest DeviceUseStatement DiagnosticReport DocumentManifest DocumentReference DomainResource EligibilityRequest EligibilityResponse Encounter Endpoint EnrollmentRequest EnrollmentResponse EpisodeOfCare ExpansionProfile ExplanationOfBenefit FamilyMemberHistory Flag Goal GraphDefinition Group GuidanceResponse HealthcareService ImagingManifest ImagingStudy Immunization ImmunizationRecommendation ImplementationGuide Library Linkage List Location Measure MeasureReport Media Medication MedicationAdministration MedicationDispense MedicationRequest MedicationStatement MessageDefinition MessageHeader NamingSystem NutritionOrder Observation OperationDefinition OperationOutcome Organization Parameters Patient PaymentNotice PaymentReconciliation Person PlanDefinition Practitioner PractitionerRole Procedure ProcedureRequest ProcessRequest ProcessResponse Provenance Questionnaire QuestionnaireResponse ReferralRequest RelatedPerson RequestGroup ResearchStudy ResearchSubject Resource RiskAssessment Schedule SearchParameter Sequence ServiceDefinition Slot Specimen StructureDefinition StructureMap Subscription Substance SupplyDelivery SupplyRequest Task TestReport TestScript ValueSet VisionPrescription
        ~http://hl7.org/fhir/ValueSet/action-participant-type	http://hl7.org/fhir/action-participant-type patient practitioner related-person
        ~http://hl7.org/fhir/ValueSet/adverse-event-category	http://hl7.org/fhir/adverse-event-category AE PAE
        ~http://hl7.org/fhir/ValueSet/adverse-event-outcome	http://hl7.org/fhir/adverse-event-outcome fatal ongoing recovering resolved resolvedWithSequelae unknown
        ~http://hl7.org/fhir/ValueSet/adverse-event-causality	http://hl7.org/fhir/adverse-event-causality causality1 causality2
        ~http://hl7.org/fhir/ValueSet/allergy-clinical-status	http://hl7.org/fhir/allergy-clinical-status active inactive resolved
        ~http://hl7.org/fhir/ValueSet/allergy-verification-status	http://hl7.org/fhir/allergy-verification-status confirmed entered-in-error refuted unconfirmed
        ~http://hl7.org/fhir/ValueSet/allergy-intolerance-type	http://hl7.org/fhir/allergy-intolerance-type allergy intolerance
        ~http://hl7.org/fhir/ValueSet/allergy-intolerance-category	http://hl7.org/fhir/allergy-intolerance-category biologic environment food medication
        ~http://hl7.org/fhir/ValueSet/allergy-intolerance-criticality	http://hl7.org/fhir/allergy-intolerance-criticality high low unable-to-assess
        ~http://hl7.org/fhir/ValueSet/reaction-event-severity	http://hl7.org/fhir/reaction-event-severity mild moderate severe
        ~http://hl7.org/fhir/ValueSet/appointmentstatus	http://hl7.org/fhir/appointmentstatus arrived booked cancelled entered-in-error fulfilled noshow pending proposed
        ~http://hl7.org/fhir/ValueSet/participantrequired	http://hl7.org/fhir/participantrequired information-only optional required
        ~http://hl7.org/fhir/ValueSet/participationstatus	http://hl7.org/fhir/participationstatus accepted declined needs-action tentative
        ~http://hl7.org/fhir/ValueSet/audit-event-action	http://hl7.org/fhir/audit-event-action C D E R U
        ~http://hl7.org/fhir/ValueSet/audit-event-outcome	http://hl7.org/fhir/audit-event-outcome 0 12 4 8
        ~http://hl7.org/fhir/ValueSet/network-type	http://hl7.org/fhir/network-type 1 2 3 4 5
        ~http://hl7.org/fhir/ValueSet/capability-statement-kind	http://hl7.org/fhir/capability-statement-kind capability instance requirements
        ~http://hl7.org/fhir/ValueSet/unknown-content-code	http://hl7.org/fhir/unknown-content-code both elements extensions no
        ~http://hl7.org/fhir/ValueSet/restful-capability-mode	http://hl7.org/fhir/restful-capability-mode client server
        ~http://hl7.org/fhir/ValueSet/versioning-policy	http://hl7.org/fhir/versioning-policy no-version versioned versioned-update
        ~http://hl7.org/fhir/ValueSet/conditional-read-status	http://hl7.org/fhir/conditional-read-status full-support modified-since not-match not-supported
        ~http://hl7.org/fhir/ValueSet/conditional-delete-status	http://hl7.org/fhir/conditional-delete-status multiple not-supported single
        ~http://hl7.org/fhir/ValueSet/reference-handling-policy	http://hl7.org/fhir/reference-handling-policy enforced literal local logical resolves
        ~http://hl7.org/fhir/ValueSet/type-restful-interaction	http://hl7.org/fhir/restful-interaction create delete history-instance history-type patch read search-type update vread
        ~http://hl7.org/fhir/ValueSet/search-param-type	http://hl7.org/fhir/search-param-type composite date number quantity reference string token uri
        ~http://hl7.org/fhir/ValueSet/system-restful-interaction	http://hl7.org/fhir/restful-interaction batch history-system search-system transaction
        ~http://hl7.org/fhir/ValueSet/event-capability-mode	http://hl7.org/fhir/event-capability-mode receiver sender
        ~http://hl7.org/fhir/ValueSet/message-significance-category	http://hl7.org/fhir/message-significance-category Consequence Currency Notification
        ~http://hl7.org/fhir/ValueSet/document-mode	http://hl7.org/fhir/document-mode consumer producer
        ~http://hl7.org/fhir/ValueSet/care-plan-status	http://hl7.org/fhir/care-plan-status active cancelled completed draft entered-in-error suspended unknown
        ~http://hl7.org/fhir/ValueSet/care-plan-intent	http://hl7.org/fhir/care-plan-intent option order plan proposal
        ~http://hl7.org/fhir/ValueSet/care-plan-activity-status	http://hl7.org/fhir/care-plan-activity-status cancelled completed in-progress not-started on-hold scheduled unknown
        ~http://hl7.org/fhir/ValueSet/care-team-status	http://hl7.org/fhir/care-team-status active entered-in-error inactive proposed suspended
        ~http://hl7.org/fhir/ValueSet/chargeitem-status	http://hl7.org/fhir/chargeitem-status aborted billable billed entered-in-error not-billable planned unknown
        ~http://hl7.org/fhir/ValueSet/fm-status	http://hl7.org/fhir/fm-status active cancelled draft entered-in-error
        ~http://hl7.org/fhir/ValueSet/claim-type	http://hl7.org/fhir/ex-claimtype institutional oral pharmacy professional vision
        ~http://hl7.org/fhir/ValueSet/claim-use	http://hl7.org/fhir/claim-use complete exploratory other proposed
        ~http://hl7.org/fhir/ValueSet/v3-ActIncidentCode	http://hl7.org/fhir/v3/ActCode MVA SCHOOL SPT WPA
        ~http://hl7.org/fhir/ValueSet/note-type	http://hl7.org/fhir/note-type display print printoper
        ~http://hl7.org/fhir/ValueSet/clinical-impression-status	http://hl7.org/fhir/clinical-impression-status completed draft entered-in-error
        ~http://hl7.org/fhir/ValueSet/codesystem-hierarchy-meaning	http://hl7.org/fhir/codesystem-hierarchy-meaning classified-with grouped-by is-a part-of
        ~http://hl7.org/fhir/ValueSet/codesystem-content-mode	http://hl7.org/fhir/codesystem-content-mode complete example fragment not-present
        ~http://hl7.org/fhir/ValueSet/filter-operator	http://hl7.org/fhir/filter-operator = descendent-of exists generalizes in is-a is-not-a not-in regex
        ~http://hl7.org/fhir/ValueSet/concept-property-type	http://hl7.org/fhir/concept-property-type Coding boolean code dateTime integer string
        ~http://hl7.org/fhir/ValueSet/event-status	http://hl7.org/fhir/event-status aborted completed entered-in-error in-progress preparation suspended unknown
        ~http://hl7.org/fhir/ValueSet/request-status	http://hl7.org/fhir/request-status active cancelled completed draft entered-in-error suspended unknown
        ~http://hl7.org/fhir/ValueSet/request-priority	http://hl7.org/fhir/request-priority asap routine stat urgent
        ~http://hl7.org/fhir/ValueSet/compartment-type	http://hl7.org/fhir/compartment-type Device Encounter Patient Practitioner RelatedPerson
        ~http://hl7.org/fhir/ValueSet/composition-status	http://hl7.org/fhir/composition-status amended entered-in-error final preliminary
        ~http://hl7.org/fhir/ValueSet/v3-ConfidentialityClassification	http://hl7.org/fhir/v3/Confidentiality L M N R U V
        ~http://hl7.org/fhir/ValueSet/composition-attestation-mode	http://hl7.org/fhir/composition-attestation-mode legal official personal professional
        ~http://hl7.org/fhir/ValueSet/document-relationship-type	http://hl7.org/fhir/document-relationship-type appends replaces signs transforms
        ~http://hl7.org/fhir/ValueSet/list-mode	http://hl7.org/fhir/list-mode changes snapshot working
        ~http://hl7.org/fhir/ValueSet/concept-map-equivalence	http://hl7.org/fhir/concept-map-equivalence disjoint equal equivalent inexact narrower relatedto specializes subsumes unmatched wider
        ~http://hl7.org/fhir/ValueSet/conceptmap-unmapped-mode	http://hl7.org/fhir/conceptmap-unmapped-mode fixed other-map provided
        ~http://hl7.org/fhir/ValueSet/condition-clinical	http://hl7.org/fhir/condition-clinical active inactive recurrence remission resolved
        ~http://hl7.org/fhir/ValueSet/condition-ver-status	http://hl7.org/fhir/condition-ver-status confirmed differential entered-in-error provisional refuted unknown
        ~http://hl7.org/fhir/ValueSet/consent-state-codes	http://hl7.org/fhir/consent-state-codes active draft entered-in-error inactive proposed rejected
        ~http://hl7.org/fhir/ValueSet/consent-data-meaning	http://hl7.org/fhir/consent-data-meaning authoredby dependents instance related
        ~http://hl7.org/fhir/ValueSet/consent-except-type	http://hl7.org/fhir/consent-except-type deny permit
        ~http://hl7.org/fhir/ValueSet/contract-status	http://hl7.org/fhir/contract-status amended appended cancelled disputed entered-in-error executable executed negotiable offered policy rejected renewed resolved revoked terminated
        ~http://hl7.org/fhir/ValueSet/dataelement-stringency	http://hl7.org/fhir/dataelement-stringency comparable convertable equivalent flexible fully-specified scaleable
        ~http://hl7.org/fhir/ValueSet/observation-status	http://hl7.org/fhir/observation-status amended cancelled corrected entered-in-error final preliminary registered unknown
        ~http://hl7.org/fhir/ValueSet/detectedissue-severity	http://hl7.org/fhir/detectedissue-severity high low moderate
        ~http://hl7.org/fhir/ValueSet/device-status	http://hl7.org/fhir/device-status active entered-in-error inactive unknown
        ~http://hl7.org/fhir/ValueSet/udi-entry-type	http://hl7.org/fhir/udi-entry-type barcode card manual rfid self-reported unknown
        ~http://hl7.org/fhir/ValueSet/measurement-principle	http://hl7.org/fhir/measurement-principle acoustical biological chemical electrical impedance manual mechanical nuclear optical other thermal
        ~http://hl7.org/fhir/ValueSet/metric-operational-status	http://hl7.org/fhir/metric-operational-status entered-in-error off on standby
        ~http://hl7.org/fhir/ValueSet/metric-color	http://hl7.org/fhir/metric-color black blue cyan green magenta red white yellow
        ~http://hl7.org/fhir/ValueSet/metric-category	http://hl7.org/fhir/metric-category calculation measurement setting unspecified
        ~http://hl7.org/fhir/ValueSet/metric-calibration-type	http://hl7.org/fhir/metric-calibration-type gain offset two-point unspecified
        ~http://hl7.org/fhir/ValueSet/metric-calibration-state	http://hl7.org/fhir/metric-calibration-state calibrated calibration-required not-calibrated unspecified
        ~http://hl7.org/fhir/ValueSet/device-statement-status	http://hl7.org/fhir/device-statement-status active completed entered-in-error intended on-hold stopped
        ~http://hl7.org/fhir/ValueSet/diagnostic-report-status	http://hl7.org/fhir/diagnostic-report-status amended appended cancelled corrected entered-in-error final partial preliminary registered unknown
        ~http://hl7.org/fhir/ValueSet/document-reference-status	http://hl7.org/fhir/document-reference-status current entered-in-error superseded
        ~http://hl7.org/fhir/ValueSet/remittance-outcome	http://hl7.org/fhir/remittance-outcome complete error partial
        ~http://hl7.org/fhir/ValueSet/encounter-status	http://hl7.org/fhir/encounter-status arrived cancelled entered-in-error finished in-progress onleave planned triaged unknown
        ~http://hl7.org/fhir/ValueSet/encounter-location-status	http://hl7.org/fhir/encounter-location-status active completed planned reserved
        ~http://hl7.org/fhir/ValueSet/endpoint-status	http://hl7.org/fhir/endpoint-status active entered-in-error error off suspended test
        ~http://hl7.org/fhir/ValueSet/episode-of-care-status	http://hl7.org/fhir/episode-of-care-status active cancelled entered-in-error finished onhold planned waitlist
        ~http://hl7.org/fhir/ValueSet/system-version-processing-mode	http://hl7.org/fhir/system-version-processing-mode check default override
        ~http://hl7.org/fhir/ValueSet/explanationofbenefit-status	http://hl7.org/fhir/explanationofbenefit-status active cancelled draft entered-in-error
        ~http://hl7.org/fhir/ValueSet/resource-type-link	http://hl7.org/fhir/resource-type-link organization patient practitioner relatedperson
        ~http://hl7.org/fhir/ValueSet/v3-ActInvoiceGroupCode	http://hl7.org/fhir/v3/ActCode CPINV CPNDDRGING CPNDINDING CPNDSUPING CSINV CSPINV DRUGING FININV FRAMEING LENSING OHSINV PAINV PRDING RXCINV RXDINV SBFINV VRXINV _ActInvoiceInterGroupCode _ActInvoiceRootGroupCode
        ~http://hl7.org/fhir/ValueSet/history-status	http://hl7.org/fhir/history-status completed entered-in-error health-unknown partial
        ~http://hl7.org/fhir/ValueSet/administrative-gender	http://hl7.org/fhir/administrative-gender female male other unknown
        ~http://hl7.org/fhir/ValueSet/flag-status	http://hl7.org/fhir/flag-status active entered-in-error inactive
        ~http://hl7.org/fhir/ValueSet/goal-status	http://hl7.org/fhir/goal-status accepted achieved ahead-of-target behind-target cancelled entered-in-error in-progress on-hold on-target planned proposed rejected sustaining
        ~http://hl7.org/fhir/ValueSet/graph-compartment-rule	http://hl7.org/fhir/graph-compartment-rule custom different identical matching
        ~http://hl7.org/fhir/ValueSet/group-type	http://hl7.org/fhir/group-type animal device medication person practitioner substance
        ~http://hl7.org/fhir/ValueSet/guidance-response-status	http://hl7.org/fhir/guidance-response-status data-requested data-required entered-in-error failure in-progress success
        ~http://hl7.org/fhir/ValueSet/instance-availability	http://dicom.nema.org/resources/ontology/DCM NEARLINE OFFLINE ONLINE UNAVAILABLE
        ~http://hl7.org/fhir/ValueSet/immunization-status	http://hl7.org/fhir/medication-admin-status completed entered-in-error
        ~http://hl7.org/fhir/ValueSet/guide-dependency-type	http://hl7.org/fhir/guide-dependency-type inclusion reference
        ~http://hl7.org/fhir/ValueSet/guide-page-kind	http://hl7.org/fhir/guide-page-kind dictionary directory example include list page resource toc
        ~http://hl7.org/fhir/ValueSet/linkage-type	http://hl7.org/fhir/linkage-type alternate historical source
        ~http://hl7.org/fhir/ValueSet/list-status	http://hl7.org/fhir/list-status current entered-in-error retired
        ~http://hl7.org/fhir/ValueSet/location-status	http://hl7.org/fhir/location-status active inactive suspended
        ~http://hl7.org/fhir/ValueSet/location-mode	http://hl7.org/fhir/location-mode instance kind
        ~http://hl7.org/fhir/ValueSet/measure-report-status	http://hl7.org/fhir/measure-report-status complete error pending
        ~http://hl7.org/fhir/ValueSet/measure-report-type	http://hl7.org/fhir/measure-report-type individual patient-list summary
        ~http://hl7.org/fhir/ValueSet/digital-media-type	http://hl7.org/fhir/digital-media-type audio photo video
        ~http://hl7.org/fhir/ValueSet/medication-status	http://hl7.org/fhir/medication-status active entered-in-error inactive
        ~http://hl7.org/fhir/ValueSet/medication-admin-status	http://hl7.org/fhir/medication-admin-status completed entered-in-error in-progress on-hold stopped unknown
        ~http://hl7.org/fhir/ValueSet/medication-dispense-status	http://hl7.org/fhir/medication-dispense-status completed entered-in-error in-progress on-hold preparation stopped
        ~http://hl7.org/fhir/ValueSet/medication-request-status	http://hl7.org/fhir/medication-request-status active cancelled completed draft entered-in-error on-hold stopped unknown
        ~http://hl7.org/fhir/ValueSet/medication-request-intent	http://hl7.org/fhir/medication-request-intent instance-order order plan proposal
        ~http://hl7.org/fhir/ValueSet/medication-request-priority	http://hl7.org/fhir/medication-request-priority asap routine stat urgent
        ~http://hl7.org/fhir/ValueSet/medication-statement-status	http://hl7.org/fhir/medication-statement-status active completed entered-in-error intended on-hold stopped
        ~http://hl7.org/fhir/ValueSet/medication-statement-taken	http://hl7.org/fhir/medication-statement-taken n na unk y
        ~http://hl7.org/fhir/ValueSet/response-code	http://hl7.org/fhir/response-code fatal-error ok transient-error
        ~http://hl7.org/fhir/ValueSet/namingsystem-type	http://hl7.org/fhir/namingsystem-type codesystem identifier root
        ~http://hl7.org/fhir/ValueSet/namingsystem-identifier-type	http://hl7.org/fhir/namingsystem-identifier-type oid other uri uuid
        ~http://hl7.org/fhir/ValueSet/nutrition-request-status	http://hl7.org/fhir/nutrition-request-status active cancelled completed draft entered-in-error on-hold planned proposed requested
        ~http://hl7.org/fhir/ValueSet/observation-relationshiptypes	http://hl7.org/fhir/observation-relationshiptypes derived-from has-member interfered-by qualified-by replaces sequel-to
        ~http://hl7.org/fhir/ValueSet/operation-kind	http://hl7.org/fhir/operation-kind operation query
        ~http://hl7.org/fhir/ValueSet/issue-severity	http://hl7.org/fhir/issue-severity error fatal information warning
        ~http://hl7.org/fhir/ValueSet/issue-type	http://hl7.org/fhir/issue-type business-rule code-invalid conflict duplicate exception expired extension forbidden incomplete informational invalid invariant lock-error login no-store not-found not-supported processing required security structure suppressed throttled timeout too-costly too-long transient unknown value
        ~http://hl7.org/fhir/ValueSet/link-type	http://hl7.org/fhir/link-type refer replaced-by replaces seealso
        ~http://hl7.org/fhir/ValueSet/identity-assuranceLevel	http://hl7.org/fhir/identity-assuranceLevel level1 level2 level3 level4
        ~http://hl7.org/fhir/ValueSet/action-type	http://hl7.org/fhir/action-type create fire-event remove update
        ~http://hl7.org/fhir/ValueSet/action-grouping-behavior	http://hl7.org/fhir/action-grouping-behavior logical-group sentence-group visual-group
        ~http://hl7.org/fhir/ValueSet/action-selection-behavior	http://hl7.org/fhir/action-selection-behavior all all-or-none any at-most-one exactly-one one-or-more
        ~http://hl7.org/fhir/ValueSet/action-required-behavior	http://hl7.org/fhir/action-required-behavior could must must-unless-documented
        ~http://hl7.org/fhir/ValueSet/action-precheck-behavior	http://hl7.org/fhir/action-precheck-behavior no yes
        ~http://hl7.org/fhir/ValueSet/action-cardinality-behavior	http://hl7.org/fhir/action-cardinality-behavior multiple single
        ~http://hl7.org/fhir/ValueSet/action-condition-kind	http://hl7.org/fhir/action-condition-kind applicability start stop
        ~http://hl7.org/fhir/ValueSet/action-relationship-type	http://hl7.org/fhir/action-relationship-type after after-end after-start before before-end before-start concurrent concurrent-with-end concurrent-with-start
        ~http://hl7.org/fhir/ValueSet/request-intent	http://hl7.org/fhir/request-intent filler-order instance-order option order original-order plan proposal reflex-order
        ~http://hl7.org/fhir/ValueSet/actionlist	http://hl7.org/fhir/actionlist cancel poll reprocess status
        ~http://hl7.org/fhir/ValueSet/provenance-entity-role	http://hl7.org/fhir/provenance-entity-role derivation quotation removal revision source
        ~http://hl7.org/fhir/ValueSet/item-type	http://hl7.org/fhir/item-type attachment boolean choice date dateTime decimal display group integer open-choice quantity question reference string text time url
        ~http://hl7.org/fhir/ValueSet/questionnaire-answers-status	http://hl7.org/fhir/questionnaire-answers-status amended completed entered-in-error in-progress stopped
        ~http://hl7.org/fhir/ValueSet/research-study-status	http://hl7.org/fhir/research-study-status completed draft entered-in-error in-progress stopped suspended
        ~http://hl7.org/fhir/ValueSet/research-subject-status	http://hl7.org/fhir/research-subject-status active candidate completed enrolled suspended withdrawn
        ~http://hl7.org/fhir/ValueSet/search-xpath-usage	http://hl7.org/fhir/search-xpath-usage distance nearby normal other phonetic
        ~http://hl7.org/fhir/ValueSet/search-comparator	http://hl7.org/fhir/search-comparator ap eb eq ge gt le lt ne sa
        ~http://hl7.org/fhir/ValueSet/search-modifier-code	http://hl7.org/fhir/search-modifier-code above below contains exact in missing not not-in text type
        ~http://hl7.org/fhir/ValueSet/quality-type	http://hl7.org/fhir/quality-type indel snp unknown
        ~http://hl7.org/fhir/ValueSet/repository-type	http://hl7.org/fhir/repository-type directlink login oauth openapi other
        ~http://hl7.org/fhir/ValueSet/slotstatus	http://hl7.org/fhir/slotstatus busy busy-tentative busy-unavailable entered-in-error free
        ~http://hl7.org/fhir/ValueSet/specimen-status	http://hl7.org/fhir/specimen-status available entered-in-error unavailable unsatisfactory
        ~http://hl7.org/fhir/ValueSet/structure-definition-kind	http://hl7.org/fhir/structure-definition-kind complex-type logical primitive-type resource
        ~http://hl7.org/fhir/ValueSet/extension-context	http://hl7.org/fhir/extension-context datatype extension resource
        ~http://hl7.org/fhir/ValueSet/type-derivation-rule	http://hl7.org/fhir/type-derivation-rule constraint specialization
        ~http://hl7.org/fhir/ValueSet/map-model-mode	http://hl7.org/fhir/map-model-mode produced queried source target
        ~http://hl7.org/fhir/ValueSet/map-group-type-mode	http://hl7.org/fhir/map-group-type-mode none type-and-types types
        ~http://hl7.org/fhir/ValueSet/map-input-mode	http://hl7.org/fhir/map-input-mode source target
        ~http://hl7.org/fhir/ValueSet/map-source-list-mode	http://hl7.org/fhir/map-source-list-mode first last not_first not_last only_one
        ~http://hl7.org/fhir/ValueSet/map-context-type	http://hl7.org/fhir/map-context-type type variable
        ~http://hl7.org/fhir/ValueSet/map-target-list-mode	http://hl7.org/fhir/map-target-list-mode collate first last share
        ~http://hl7.org/fhir/ValueSet/map-transform	http://hl7.org/fhir/map-transform append c cast cc copy cp create dateOp escape evaluate id pointer qty reference translate truncate uuid
        ~http://hl7.org/fhir/ValueSet/subscription-status	http://hl7.org/fhir/subscription-status active error off requested
        ~http://hl7.org/fhir/ValueSet/subscription-channel-type	http://hl7.org/fhir/subscription-channel-type email message rest-hook sms websocket
        ~http://hl7.org/fhir/ValueSet/substance-status	http://hl7.org/fhir/substance-status active entered-in-error inactive
        ~http://hl7.org/fhir/ValueSet/supplydelivery-status	http://hl7.org/fhir/supplydelivery-status abandoned completed entered-in-error in-progress
        ~http://hl7.org/fhir/ValueSet/supplydelivery-type	http://hl7.org/fhir/supply-item-type device medication
        ~http://hl7.org/fhir/ValueSet/supplyrequest-status	http://hl7.org/fhir/supplyrequest-status active cancelled completed draft entered-in-error suspended unknown
        ~http://hl7.org/fhir/ValueSet/task-status	http://hl7.org/fhir/task-status accepted cancelled completed draft entered-in-error failed in-progress on-hold ready received rejected requested
        ~http://hl7.org/fhir/ValueSet/report-status-codes	http://hl7.org/fhir/report-status-codes completed entered-in-error in-progress stopped waiting
        ~http://hl7.org/fhir/ValueSet/report-result-codes	http://hl7.org/fhir/report-result-codes fail pass pending
        ~http://hl7.org/fhir/ValueSet/report-participant-type	http://hl7.org/fhir/report-participant-type client server test-engine
        ~http://hl7.org/fhir/ValueSet/report-action-result-codes	http://hl7.org/fhir/report-action-result-codes error fail pass skip warning
        ~http://hl7.org/fhir/ValueSet/defined-types	http://hl7.org/fhir/data-types Address Age Annotation Attachment BackboneElement CodeableConcept Coding ContactDetail ContactPoint Contributor Count DataRequirement Distance Dosage Duration Element ElementDefinition Extension HumanName Identifier Meta Money Narrative ParameterDefinition Period Quantity Range Ratio Reference RelatedArtifact SampledData Signature SimpleQuantity Timing TriggerDefinition UsageContext base64Binary boolean code date dateTime decimal id instant integer markdown oid positiveInt string time unsignedInt uri uuid xhtml	http://hl7.org/fhir/resource-types Account ActivityDefinition AdverseEvent AllergyIntolerance Appointment AppointmentResponse AuditEvent Basic Binary BodySite Bundle CapabilityStatement CarePlan CareTeam ChargeItem Claim ClaimResponse ClinicalImpression CodeSystem Communication CommunicationRequest CompartmentDefinition Composition ConceptMap Condition Consent Contract Coverage DataElement DetectedIssue Device DeviceComponent DeviceMetric DeviceRequest DeviceUseStatement DiagnosticReport DocumentManifest DocumentReference DomainResource EligibilityRequest EligibilityResponse Encounter Endpoint EnrollmentRequest EnrollmentResponse EpisodeOfCare ExpansionProfile ExplanationOfBenefit FamilyMemberHistory Flag Goal GraphDefinition Group GuidanceResponse HealthcareService ImagingManifest ImagingStudy Immunization ImmunizationRecommendation ImplementationGuide Library Linkage List Location Measure MeasureReport Media Medication MedicationAdministration MedicationDispense MedicationRequest MedicationStatement MessageDefinition MessageHeader NamingSystem NutritionOrder Observation OperationDefinition OperationOutcome Organization Parameters Patient PaymentNotice PaymentReconciliation Person PlanDefinition Practitioner PractitionerRole Procedure ProcedureRequest ProcessRequest ProcessResponse Provenance Questionnaire QuestionnaireResponse ReferralRequest RelatedPerson RequestGroup ResearchStudy ResearchSubject Resource RiskAssessment Schedule SearchParameter Sequence ServiceDefinition Slot Specimen StructureDefinition StructureMap Subscription Substance SupplyDelivery SupplyRequest Task TestReport TestScript ValueSet VisionPrescription
        ~http://hl7.org/fhir/ValueSet/content-type	http://hl7.org/fhir/content-type json none ttl xml
        ~http://hl7.org/fhir/ValueSet/assert-direction-codes	http://hl7.org/fhir/assert-direction-codes request response
        ~http://hl7.org/fhir/ValueSet/assert-operator-codes	http://hl7.org/fhir/assert-operator-codes contains empty equals eval greaterThan in lessThan notContains notEmpty notEquals notIn
        ~http://hl7.org/fhir/ValueSet/http-operations	http://hl7.org/fhir/http-operations delete get options patch post put
        ~http://hl7.org/fhir/ValueSet/assert-response-code-types	http://hl7.org/fhir/assert-response-code-types bad conflict created forbidden gone methodNotAllowed noContent notFound notModified okay preconditionFailed unprocessable
        ~http://hl7.org/fhir/ValueSet/vision-eye-codes	http://hl7.org/fhir/vision-eye-codes left right
        ~http://hl7.org/fhir/ValueSet/vision-base-codes	http://hl7.org/fhir/vision-base-codes down in out up
        ^att-1 error e:data ! e:contentType |	data.empty() or contentType.exists()	It the Attachment has data, it SHALL have a contentType
        ^bdl-7 error m:entry	entry.where(fullUrl).select(fullUrl&resource.meta.versionId).isDistinct()	FullUrl must be unique in a bundle, or else entries with the same fullUrl must have different meta.versionId
        ^bdl-9 error ? n:identifier n:identifier & >	type = 'document' implies (identifier.system.exists() and identifier.value.exists())	A document must have an identifier with a system and a value
        ^bdl-3 error m:entry ? | ? | ? |	entry.request.empty() or type = 'batch' or type = 'transaction' or type = 'history'	entry.request only for some types of bundles
        ^bdl-4 error m:entry ? | ? |	entry.response.empty() or type = 'batch-response' or type = 'transaction-response'	entry.response only for some types of bundles
        ^bdl-1 error e:total ! ? | ? |	total.empty() or (type = 'searchset') or (type = 'history')	total only when a search or history
        ^bdl-2 error m:entry ? |	entry.search.empty() or (type = 'searchset')	entry.search only when a search
        ^bdl-8 error 	fullUrl.contains('/_history/').not()	fullUrl cannot be a version specific reference
        ^bdl-5 error e:resource e:request | e:response |	resource.exists() or request.exists() or response.exists()	must be a resource unless there's a request or response
        ^cpt-2 error e:value ! e:system |	value.empty() or system.exists()	A system is required if a value is provided.
        ^dom-2 error m:contained	contained.contained.empty()	If the resource is contained in another resource, it SHALL NOT contain nested Resources
        ^dom-1 error m:contained	contained.text.empty()	If the resource is contained in another resource, it SHALL NOT contain any narrative
        ^dom-4 error m:contained m:contained &	contained.meta.versionId.empty() and contained.meta.lastUpdated.empty()	If a resource is contained in another resource, it SHALL NOT have a meta.versionId or a meta.lastUpdated
        ^dom-3 error m:contained	contained.where(('#'+id in %resource.descendants().reference).not()).empty()	If the resource is contained in another resource, it SHALL be referred to from elsewhere in the resource
        ^eld-3 error 	empty() or ($this = '*') or (toInteger() >= 0)	Max SHALL be a number or "*"
        ^eld-2 error e:min ! e:max ! | ? | ? |	min.empty() or max.empty() or (max = '*') or (min <= max.toInteger())	Min <= Max
        ^eld-5 error e:contentReference ! e:type ! e:defaultValue ! & e:fixed ! & e:pattern ! & e:example ! & e:minValue ! & e:maxValue ! & e:maxLength ! & e:binding ! & |	contentReference.empty() or (type.empty() and defaultValue.empty() and fixed.empty() and pattern.empty() and example.empty() and minValue.empty() and maxValue.empty() and maxLength.empty() and binding.empty())	if the element definition has a contentReference, it cannot have type, defaultValue, fixed, pattern, example, minValue, maxValue, maxLength, or binding
        ^eld-7 error e:pattern ! ? |	pattern.empty() or (type.count() <= 1)	Pattern may only be specified if there is one type
        ^eld-6 error e:fixed ! ? |	fixed.empty() or (type.count()  <= 1)	Fixed value may only be specified if there is one type
        ^eld-11 error e:binding ! m:type | ? |	binding.empty() or type.code.empty() or type.select((code = 'code') or (code = 'Coding') or (code='CodeableConcept') or (code = 'Quantity') or (code = 'Extension') or (code = 'string') or (code = 'uri')).exists()	Binding can only be present for coded elements, string, and uri
        ^eld-8 error e:pattern ! e:fixed ! |	pattern.empty() or fixed.empty()	Pattern and value are mutually exclusive
        ^eld-14 error m:constraint	constraint.select(key).isDistinct()	Constraints must be unique by key
        ^eld-13 error m:type	type.select(code&profile&targetProfile).isDistinct()	Types must be unique by the combination of code and profile
        ^eld-16 error e:sliceName ! ? |	sliceName.empty() or sliceName.matches('^[a-zA-Z0-9\\/\\-\\_]+$')	sliceName must be composed of proper tokens separated by "/"
        ^eld-15 error e:defaultValue ! e:meaningWhenMissing ! |	defaultValue.empty() or meaningWhenMissing.empty()	default value and meaningWhenMissing are mutually exclusive
        ^eld-1 error e:discriminator e:description |	discriminator.exists() or description.exists()	If there are no discriminators, there must be a definition
        ^eld-4 error e:aggregation ! ? |	aggregation.empty() or (code = 'Reference')	Aggregation may only be specified if one of the allowed types for the element is a resource
        ^eld-10 error e:valueSet e:description |	valueSet.exists() or description.exists()	provide either a reference or a description (or both)
        ^eld-12 error 	valueSet.is(uri).not() or valueSet.as(uri).startsWith('http:') or valueSet.as(uri).startsWith('https') or valueSet.as(uri).startsWith('urn:')	ValueSet as a URI SHALL start with http:// or https:// or urn:
        ^txt-1 error 	htmlchecks()	The narrative SHALL contain only the basic html formatting elements and attributes described in chapters 7-11 (except section 4 of chapter 9) and 15 of the HTML 4.0 standard, <a> elements (either name or href), images and internally contained style attributes
        ^txt-2 error 	htmlchecks()	The narrative SHALL have some non-whitespace content
        ^inv-1 error e:part e:value ! & e:resource ! & e:part ! e:value e:resource ^ & |	(part.exists() and value.empty() and resource.empty()) or (part.empty() and (value.exists() xor resource.exists()))	A parameter must have only one of (value, resource, part)
        ^per-1 error e:start ! e:end ! | ? |	start.empty() or end.empty() or (start <= end)	If present, start SHALL have a lower value than end
        ^qty-3 error e:code ! e:system |	code.empty() or system.exists()	If a code for the unit is present, the system SHALL also be present
        ^rng-2 error e:low ! e:high ! | ? |	low.empty() or high.empty() or (low <= high)	If present, low SHALL have a lower value than high
        ^rat-1 error e:numerator ! e:denominator ^ e:numerator e:extension | &	(numerator.empty() xor denominator.exists()) and (numerator.exists() or extension.exists())	Numerator and denominator SHALL both be present, or both are absent. If both are absent, there SHALL be some extension present
        ^ref-1 error 	reference.startsWith('#').not() or (reference.substring(1).trace('url') in %resource.contained.id.trace('ids'))	SHALL have a contained resource if a local reference is provided
        ^tim-9 error e:offset ! e:when ? ! & |	offset.empty() or (when.exists() and ((when in ('C' | 'CM' | 'CD' | 'CV')).not()))	If there's an offset, there must be a when (and not C, CM, CD, CV)
        ^tim-5 error e:period ? >	period.exists() implies period >= 0	period SHALL be a non-negative value
        ^tim-6 error e:periodMax ! e:period |	periodMax.empty() or period.exists()	If there's a periodMax, there must be a period
        ^tim-7 error e:durationMax ! e:duration |	durationMax.empty() or duration.exists()	If there's a durationMax, there must be a duration
        ^tim-8 error e:countMax ! e:count |	countMax.empty() or count.exists()	If there's a countMax, there must be a count
        ^tim-1 error e:duration ! e:durationUnit |	duration.empty() or durationUnit.exists()	if there's a duration, there needs to be duration units
        ^tim-10 error e:timeOfDay ! e:when ! |	timeOfDay.empty() or when.empty()	If there's a timeOfDay, there cannot be be a when, or vice versa
        ^tim-2 error e:period ! e:periodUnit |	period.empty() or periodUnit.exists()	if there's a period, there needs to be period units
        ^tim-4 error e:duration ? >	duration.exists() implies duration >= 0	duration SHALL be a non-negative value
        ^age-1 error ? e:value ! | e:system ! ? | & e:value ! ? | &	(code or value.empty()) and (system.empty() or system = %ucum) and (value.empty() or value > 0)	There SHALL be a code if there is a value and it SHALL be an expression of time. If system is present, it SHALL be UCUM. If value is present, it SHALL be positive.
        ^ait-1 error ? e:clinicalStatus |	verificationStatus='entered-in-error' or clinicalStatus.exists()	AllergyIntolerance.clinicalStatus SHALL be present if verificationStatus is not entered-in-error.
        ^ait-2 error ? e:clinicalStatus ! |	verificationStatus!='entered-in-error' or clinicalStatus.empty()	AllergyIntolerance.clinicalStatus SHALL NOT be present if verification Status is entered-in-error
        ^app-3 error e:start e:end & ? |	(start.exists() and end.exists()) or (status in ('proposed' | 'cancelled'))	Only proposed or cancelled appointments can be missing start/end dates
        ^app-2 error e:start ! e:end ^	start.empty() xor end.exists()	Either start and end are specified, or neither
        ^app-1 error e:type e:actor |	type.exists() or actor.exists()	Either the type or actor on the participant SHALL be specified
        ^apr-1 error e:participantType e:actor |	participantType.exists() or actor.exists()	Either the participantType or actor must be specified
        ^sev-1 error e:name ! e:query ! |	name.empty() or query.empty()	Either a name or a query (NOT both)
        ^cpb-8 error m:rest	rest.select(mode).isDistinct()	There can only be one REST declaration per mode.
        ^cpb-7 error m:document	document.select(profile.reference&mode).isDistinct()	The set of documents must be unique by the combination of profile and mode.
        ^cpb-15 error e:implementation ! ? |	implementation.empty() or kind != 'capability'	Capability Statements of kind 'instance' do not have implementation elements.
        ^cpb-3 error m:messaging ? |	messaging.endpoint.empty() or kind = 'instance'	Messaging end-point is required (and is only permitted) when a statement is for an implementation.
        ^cpb-14 error e:software ! e:implementation ! & ? |	(software.empty() and implementation.empty()) or kind != 'requirements'	Capability Statements of kind 'requirements' do not have software or implementation elements.
        ^cpb-2 error 	(description.count() + software.count() + implementation.count()) > 0	A Capability Statement SHALL have at least one of description, software, or implementation element.
        ^cpb-1 error e:rest e:messaging | e:document |	rest.exists() or messaging.exists() or document.exists()	A Capability Statement SHALL have at least one of REST, messaging or document element.
        ^cpb-9 error m:resource	resource.select(type).isDistinct()	A given resource can only be described once per RESTful mode.
        ^cpb-12 error m:searchParam	searchParam.select(name).isDistinct()	Search parameter names must be unique in the context of a resource.
        ^cpb-16 error e:supportedMessage ! e:event ! ~	supportedMessage.empty() != event.empty()	A Capability Statement messaging element SHALL have either supportedMessage or event element, but not both.
        ^cpl-3 error e:detail ! e:reference ! |	detail.empty() or reference.empty()	Provide a reference or detail, not both
        ^ctm-1 error e:onBehalfOf ? >	onBehalfOf.exists() implies (member.resolve() is Practitioner)	CareTeam.participant.onBehalfOf can only be populated when CareTeam.participant.member is a Practitioner
        ^csd-1 error 	(concept.code | descendants().concept.code).isDistinct()	Within a code system definition, all the codes SHALL be unique
        ^com-1 error ? e:notDoneReason ! |	notDone or notDoneReason.exists().not()	Not Done Reason can only be specified if NotDone is "true"
        ^cmr-1 error ? ? | e:onBehalfOf ! |	(agent.resolve() is Practitioner) or (agent.resolve() is Device) or onBehalfOf.exists().not()	onBehalfOf can only be specified if agent is practitioner or device
        ^cmp-1 error e:text e:entry | e:section |	text.exists() or entry.exists() or section.exists()	A section must at least one of text, entries, or sub-sections
        ^cmp-2 error e:emptyReason ! e:entry ! |	emptyReason.empty() or entry.empty()	A section can only have an emptyReason if it is empty
        ^cmd-1 error e:comment e:equivalence ! | ? ? & |	comment.exists() or equivalence.empty() or ((equivalence != 'narrower') and (equivalence != 'inexact'))	If the map is narrower or inexact, there SHALL be some comments
        ^cmd-3 error ? e:url >	(mode = 'other-map') implies url.exists()	If the mode is 'other-map', a code must be provided
        ^cmd-2 error ? e:code >	(mode = 'fixed') implies code.exists()	If the mode is 'fixed', a code must be provided
        ^con-4 error e:abatement ! ? ! | ? | ? | ? |	abatement.empty() or (abatement as boolean).not()  or clinicalStatus='resolved' or clinicalStatus='remission' or clinicalStatus='inactive'	If condition is abated, then clinicalStatus must be either inactive, resolved, or remission
        ^con-3 error ? e:clinicalStatus |	verificationStatus='entered-in-error' or clinicalStatus.exists()	Condition.clinicalStatus SHALL be present if verificationStatus is not entered-in-error
        ^con-1 error e:summary e:assessment |	summary.exists() or assessment.exists()	Stage SHALL have summary or assessment
        ^con-2 error e:code e:detail |	code.exists() or detail.exists()	evidence SHALL have code or details
        ^ppc-1 error e:policy e:policyRule |	policy.exists() or policyRule.exists()	Either a Policy or PolicyRule
        ^cnt-3 error ? e:value ! | e:system ! ? | & e:code ! ? | & e:value ! ? ! | &	(code or value.empty()) and (system.empty() or system = %ucum) and (code.empty() or code = '1') and (value.empty() or value.toString().contains('.').not())	There SHALL be a code with a value of "1" if there is a value and it SHALL be an expression of length. If system is present, it SHALL be UCUM. If present, the value SHALL a whole number.
        ^dae-1 error e:base !	base.empty()	No base allowed
        ^dae-2 error e:slicing !	slicing.empty()	No slicing allowed
        ^dae-3 error e:uri e:name |	uri.exists() or name.exists()	At least one of name or uri SHALL be present
        ^dis-1 error ? e:value ! | e:system ! ? | &	(code or value.empty()) and (system.empty() or system = %ucum)	There SHALL be a code if there is a value and it SHALL be an expression of length. If system is present, it SHALL be UCUM.
        ^drt-1 error e:code ? e:value & >	code.exists() implies ((system = %ucum) and value.exists())	There SHALL be a code if there is a value and it SHALL be an expression of time. If system is present, it SHALL be UCUM.
        ^exp-3 error e:language e:use |	language.exists() or use.exists()	SHALL have at least one of language or use
        ^exp-4 error e:language e:use |	language.exists() or use.exists()	SHALL have at least one of language or use
        ^fhs-2 error e:age e:estimatedAge ! |	age.exists() or estimatedAge.empty()	Can only have estimatedAge if age[x] is present
        ^fhs-3 error ? e:notDoneReason ! |	notDone or notDoneReason.exists().not()	Not Done Reason can only be specified if NotDone is "true"
        ^fhs-1 error e:age ! e:born ! |	age.empty() or born.empty()	Can have age[x] or born[x], but not both
        ^gol-1 error e:detail e:measure & e:detail ! |	(detail.exists() and measure.exists()) or detail.exists().not()	Goal.target.measure is required if Goal.target.detail is populated
        ^grp-1 error e:member ! ? |	member.empty() or (actual = true)	Can only have members if group is "actual"
        ^imm-2 error ? m:explanation |	(notGiven = true) or explanation.reasonNotGiven.empty()	If immunization was administered (notGiven=false) then explanation.reasonNotGiven SHALL be absent.
        ^imm-1 error ? ! e:reaction ! m:explanation & |	(notGiven = true).not() or (reaction.empty() and explanation.reason.empty())	If immunization was not administered (notGiven=true) then there SHALL be no reaction nor explanation.reason present
        ^imr-1 error e:vaccineCode e:targetDisease |	vaccineCode.exists() or targetDisease.exists()	One of vaccineCode or targetDisease SHALL be present
        ^lnk-1 error 	item.count()>1	Must have at least two items
        ^lst-2 error ? m:entry |	mode = 'changes' or entry.deleted.empty()	The deleted flag can only be used if the mode of the list is "changes"
        ^lst-1 error e:emptyReason ! e:entry ! |	emptyReason.empty() or entry.empty()	A list can only have an emptyReason if it is empty
        ^mda-1 error e:height ! ? |	height.empty() or type != 'audio'	Height can only be used for a photo or video
        ^mda-2 error e:width ! ? |	width.empty() or type != 'audio'	Width can only be used for a photo or video
        ^mda-3 error e:frames ! ? |	frames.empty() or type = 'photo'	Frames can only be used for a photo
        ^mda-4 error e:duration ! ? |	duration.empty() or type != 'photo'	Duration can only be used for an audio or a video
        ^mad-2 error e:reasonNotGiven ! ? |	reasonNotGiven.empty() or notGiven = true	Reason not given is only permitted if NotGiven is true
        ^mad-3 error e:reasonCode ! e:notGiven ! | ? |	reasonCode.empty() or notGiven.empty() or notGiven = 'false'	Reason given is only permitted if NotGiven is false
        ^mad-1 error e:dose e:rate |	dose.exists() or rate.exists()	SHALL have at least one of dosage.dose or dosage.rate[x]
        ^mdd-1 error e:whenHandedOver ! e:whenPrepared ! | ? |	whenHandedOver.empty() or whenPrepared.empty() or whenHandedOver >= whenPrepared	whenHandedOver cannot be before whenPrepared
        ^mps-1 error m:agent ? | ? | e:onBehalfOf ! |	(agent.resolve().empty()) or (agent.resolve() is Device) or (agent.resolve() is Practitioner) or onBehalfOf.exists().not()	onBehalfOf can only be specified if agent is practitioner or device
        ^mst-1 error e:reasonNotTaken ! ? |	reasonNotTaken.exists().not() or (taken = 'n')	Reason not taken is only permitted if Taken is No
        ^md-1 error 	max='*' or (max.toInteger() > 0)	Max must be postive int or *
        ^mny-1 error ? e:value ! | e:system ! ? | &	(code or value.empty()) and (system.empty() or system = 'urn:iso:std:iso:4217')	There SHALL be a code if there is a value and it SHALL be an expression of currency. If system is present, it SHALL be ISO 4217 (system = "urn:iso:std:iso:4217" - currency).
        ^nsd-1 error 	kind != 'root' or uniqueId.type = 'uuid'	Root systems cannot have uuid identifiers
        ^nsd-3 error e:replacedBy ! ? |	replacedBy.empty() or status = 'retired'	Can only have replacedBy if naming system is retired
        ^nsd-2 error m:uniqueId	uniqueId.where(preferred = true).select(type).isDistinct()	Can't have more than one preferred identifier for a type
        ^nor-1 warning e:oralDiet e:supplement | e:enteralFormula |	oralDiet.exists() or supplement.exists() or enteralFormula.exists()	Nutrition Order SHALL contain either Oral Diet , Supplement, or Enteral Formula class
        ^obs-7 error e:value ! ? |	value.empty() or code!=component.code	If code is the same as a component code then the value element associated with the code SHALL NOT be present
        ^obs-6 error e:dataAbsentReason ! e:value ! |	dataAbsentReason.empty() or value.empty()	dataAbsentReason SHALL only be present if Observation.value[x] is not present
        ^obs-3 error e:low e:high | e:text |	low.exists() or high.exists() or text.exists()	Must have at least a low or a high or text
        ^opd-1 error e:type e:part |	type.exists() or part.exists()	Either a type must be provided, or parts
        ^opd-2 error 	searchType implies type = 'string'	A search type can only be specified for parameters of type string
        ^org-3 error 	where(use = 'home').empty()	The telecom of an organization can never be of use 'home'
        ^org-2 error 	where(use = 'home').empty()	An address of an organization can never be of use 'home'
        ^org-1 error 	(identifier.count() + name.count()) > 0	The organization SHALL at least have a name or an id, and possibly more than one
        ^pat-1 error e:name e:telecom | e:address | e:organization |	name.exists() or telecom.exists() or address.exists() or organization.exists()	SHALL at least contain a contact's details or a reference to an organization
        ^pro-1 error e:notDoneReason ! ? |	notDoneReason.empty() or notDone = true	Reason not done is only permitted if notDone indicator is true
        ^que-2 error 	descendants().linkId.isDistinct()	The link ids for groups and questions must be unique within the questionnaire
        ^que-9 error ? e:readOnly ! |	type!='display' or readOnly.empty()	Read-only can't be specified for "display" items
        ^que-8 error ? ? & e:initial ! |	(type!='group' and type!='display') or initial.empty()	Default values can't be specified for groups or display items
        ^que-6 error ? e:required ! e:repeats ! & |	type!='display' or (required.empty() and repeats.empty())	Required and repeat aren't permitted for display items
        ^que-5 error ? ? | e:options ! e:option ! & |	(type ='choice' or type = 'open-choice') or (options.empty() and option.empty())	Only 'choice' items can have options
        ^que-4 error e:option ! e:options ! |	option.empty() or options.empty()	A question cannot have both option and options
        ^que-3 error ? e:code ! |	type!='display' or code.empty()	Display items cannot have a "code" asserted
        ^que-10 error ? e:maxLength ! |	(type in ('boolean' | 'decimal' | 'integer' | 'string' | 'text' | 'url')) or maxLength.empty()	Maximum length can only be declared for simple question types
        ^que-1 error ? e:item ! ! > ? m:item > &	(type='group' implies item.empty().not()) and (type.trace('type')='display' implies item.trace('item').empty())	Group items must have nested items, display items cannot have nested items
        ^que-7 error e:hasAnswer e:answer ^	hasAnswer.exists() xor answer.exists()	enableWhen must contain either a 'answer' or a 'hasAnswer' element
        ^qrs-1 error e:answer e:item & !	(answer.exists() and item.exists()).not()	Nested item can't be beneath both item and answer
        ^rfr-1 error ? ? | e:onBehalfOf ! |	(agent.resolve() is Device) or (agent.resolve() is Practitioner) or onBehalfOf.exists().not()	onBehalfOf can only be specified if agent is practitioner or device
        ^rqg-1 error e:resource e:action ~	resource.exists() != action.exists()	Must have resource or action but not both
        ^ras-1 error 	(low.empty() or ((low.code = '%') and (low.system = %ucum))) and (high.empty() or ((high.code = '%') and (high.system = %ucum)))	low and high must be percentages, if present
        ^ras-2 error 	probability is decimal implies probability.as(decimal) <= 100	Must be <= 100
        ^spd-1 error e:xpath ! e:xpathUsage |	xpath.empty() or xpathUsage.exists()	If an xpath is present, there SHALL be an xpathUsage
        ^spd-2 error e:chain ! ? |	chain.empty() or type = 'reference'	Search parameters can only have chain names when the search parameter type is 'reference'
        ^seq-3 error 	coordinateSystem = 1 or coordinateSystem = 0	Only 0 and 1 are valid for coordinateSystem
        ^seq-4 error e:strand ! ? | ? |	strand.empty() or strand = 1 or strand = -1	Only +1 and -1 are valid for strand
        ^seq-5 error e:chromosome ! e:genomeBuild ! & e:chromosome e:genomeBuild & |	(chromosome.empty() and genomeBuild.empty()) or (chromosome.exists() and genomeBuild.exists())	GenomeBuild and chromosome must be both contained if either one of them is contained
        ^seq-6 error 	(genomeBuild.count()+referenceSeqId.count()+ referenceSeqPointer.count()+ referenceSeqString.count()) = 1	Have and only have one of the following elements in referenceSeq : 1. genomeBuild ; 2 referenceSeqId; 3. referenceSeqPointer; 4. referenceSeqString;
        ^sqty-1 error e:comparator !	comparator.empty()	The comparator is not used on a SimpleQuantity
        ^sdf-9 error 	children().element.first().label.empty() and children().element.first().code.empty() and children().element.first().requirements.empty()	In any snapshot or differential, no label, code or requirements on the an element without a "." in the path (e.g. the first element)
        ^sdf-19 error 	kind = 'logical' or (differential.element.type.code.all(hasValue() implies matches('^[a-zA-Z0-9]+$')) and snapshot.element.type.code.all(hasValue() implies matches('^[a-zA-Z0-9]+$')))	Custom types can only be used in logical models
        ^sdf-16 error m:snapshot	snapshot.element.id.trace('ids').isDistinct()	All element definitions must have unique ids (snapshot)
        ^sdf-18 error e:contextInvariant ? >	contextInvariant.exists() implies type = 'Extension'	Context Invariants can only be used for extensions
        ^sdf-17 error m:differential	differential.element.id.trace('ids').isDistinct()	All element definitions must have unique ids (diff)
        ^sdf-12 error e:snapshot n:snapshot e:baseDefinition = >	snapshot.exists() implies (snapshot.element.base.exists() = baseDefinition.exists())	element.base cannot appear if there is no base on the structure definition
        ^sdf-11 error e:snapshot ! ? |	snapshot.empty() or snapshot.element.first().path = type	If there's a type, its content must match the path name in the first element of a snapshot
        ^sdf-14 error 	snapshot.element.all(id.exists()) and differential.element.all(id.exists())	All element definitions must have an id
        ^sdf-1 error ? m:snapshot |	derivation = 'constraint' or snapshot.element.select(path).isDistinct()	Element paths must be unique unless the structure is a constraint
        ^sdf-7 error 	(derivation = 'constraint') or (kind = 'logical') or (url = 'http://hl7.org/fhir/StructureDefinition/'+id)	If the structure describes a base Resource or Type, the URL has to start with "http://hl7.org/fhir/StructureDefinition/" and the tail must match the id
        ^sdf-6 error e:snapshot e:differential |	snapshot.exists() or differential.exists()	A structure must have either a differential, or a snapshot (or both)
        ^sdf-5 error ? ? | e:context e:contextType & |	type != 'Extension' or derivation = 'specialization' or (context.exists() and contextType.exists())	If the structure defines an extension then the structure must have context information
        ^sdf-4 error ? e:baseDefinition |	abstract = true or baseDefinition.exists()	If the structure is not abstract, then there SHALL be a baseDefinition
        ^sdf-2 error e:name e:uri |	name.exists() or uri.exists()	Must have at least a name or a uri (or both)
        ^sdf-15 error m:element	element.first().type.empty()	The first element in a snapshot has no type
        ^sdf-8 error 	element.first().path = %resource.type and element.tail().all(path.startsWith(%resource.type&'.'))	In any snapshot, all the elements must be in the specified type
        ^sdf-3 error m:element	element.all(definition and min and max)	Each element definition in a snapshot must have a formal definition and cardinalities
        ^sdf-15a error ? ! m:element >	element.first().path.contains('.').not() implies element.first().type.empty()	If the first element in a differential has no "." in the path, it has no type
        ^sdf-20 error m:element	element.first().slicing.empty()	No slicing on the root element
        ^sdf-8a error 	element.first().path.startsWith(%resource.type) and element.tail().all(path.startsWith(%resource.type&'.'))	In any differential, all the elements must be in the specified type
        ^smp-2 error e:context e:contextType >	context.exists() implies contextType.exists()	Must have a contextType if you have a context
        ^smp-1 error e:element e:context >	element.exists() implies context.exists()	Can only have a element if you have a context
        ^inv-1 error e:lastModified ! e:authoredOn ! | ? |	lastModified.exists().not() or authoredOn.exists().not() or lastModified >= authoredOn	Last modified date must be greater than or equal to authored-on date.
        ^inv-1 error e:operation e:assert ^	operation.exists() xor assert.exists()	Setup action SHALL contain either an operation or assert but not both.
        ^inv-2 error e:operation e:assert ^	operation.exists() xor assert.exists()	Test action SHALL contain either an operation or assert but not both.
        ^inv-4 error n:capability n:capability |	capability.required.exists() or capability.validated.exists()	TestScript metadata capability SHALL contain required or validated or both.
        ^inv-3 error e:expression ! e:headerField ! | e:path ! |	expression.empty() or headerField.empty() or path.empty()	Variable can only contain one of expression, headerField or path.
        ^inv-7 error e:sourceId ? | ? |	sourceId.exists() or (targetId.count() + url.count() + params.count() = 1) or (type.code in ('capabilities' |'search' | 'transaction' | 'history'))	Setup operation SHALL contain either sourceId or targetId or params or url.
        ^inv-5 error 	contentType.count() + expression.count() + headerField.count() + minimumId.count() + navigationLinks.count() + path.count() + requestMethod.count() + resource.count() + responseCode.count() + response.count() + rule.count() + ruleset.count() + validateProfileId.count() <=1	Only a single assertion SHALL be present within setup action assert element.
        ^inv-10 error e:compareToSourceId ! e:compareToSourceExpression e:compareToSourcePath | ^	compareToSourceId.empty() xor (compareToSourceExpression.exists() or compareToSourcePath.exists())	Setup action assert SHALL contain either compareToSourceId and compareToSourceExpression, compareToSourceId and compareToSourcePath or neither.
        ^inv-12 error e:response ! e:responseCode ! & ? & e:direction ! | ? |	(response.empty() and responseCode.empty() and direction = 'request') or direction.empty() or direction = 'response'	Setup action assert response and responseCode SHALL be empty when direction equals request
        ^inv-8 error 	sourceId.exists() or (targetId.count() + url.count() + params.count() = 1) or (type.code in ('capabilities' | 'search' | 'transaction' | 'history'))	Test operation SHALL contain either sourceId or targetId or params or url.
        ^inv-6 error 	contentType.count() + expression.count() + headerField.count() + minimumId.count() + navigationLinks.count() + path.count() + requestMethod.count() + resource.count() + responseCode.count() + response.count() + rule.count() + ruleset.count() + validateProfileId.count() <=1	Only a single assertion SHALL be present within test action assert element.
        ^inv-11 error 	compareToSourceId.empty() xor (compareToSourceExpression.exists() or compareToSourcePath.exists())	Test action assert SHALL contain either compareToSourceId and compareToSourceExpression, compareToSourceId and compareToSourcePath or neither.
        ^inv-13 error 	(response.empty() and responseCode.empty() and direction = 'request') or direction.empty() or direction = 'response'	Test action assert response and response and responseCode SHALL be empty when direction equals request
        ^inv-9 error 	sourceId.exists() or (targetId.count() + url.count() + params.count() = 1) or (type.code in ('capabilities' | 'search' | 'transaction' | 'history'))	Teardown operation SHALL contain either sourceId or targetId or params or url.
        ^vsd-5 error e:compose e:expansion |	compose.exists() or expansion.exists()	Value set SHALL contain at least one of a compose or an expansion element
        ^vsd-2 error e:concept e:filter | e:system >	(concept.exists() or filter.exists()) implies system.exists()	A value set with concepts or filters SHALL include a system
        ^vsd-3 error e:concept ! e:filter ! |	concept.empty() or filter.empty()	Cannot have both concept and filter
        ^vsd-1 error e:valueSet e:system |	valueSet.exists() or system.exists()	A value set include/exclude SHALL have a value set or a system
        ^vsd-6 error e:code e:display |	code.exists() or display.exists()	SHALL have a code or a display
        ^vsd-9 error e:code ? |	code.exists() or abstract = true	Must have a code if not abstract
        ^vsd-10 error e:code ! e:system |	code.empty() or system.exists()	Must have a system if a code is present
        """#
}
