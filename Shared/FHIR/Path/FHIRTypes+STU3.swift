// Made by deploy/dev/fhir/make-types; how to read it is said there.

extension FHIRTypes {
    static let stu3Table: StaticString = """
        Account<DomainResource identifier:Identifier status:code type:CodeableConcept name:string subject:Reference period:Period active:Period balance:Money coverage:. owner:Reference description:string guarantor:.
        Account.coverage<BackboneElement coverage:Reference priority:positiveInt
        Account.guarantor<BackboneElement party:Reference onHold:boolean period:Period
        ActivityDefinition<DomainResource url:uri identifier:Identifier version:string name:string title:string status:code experimental:boolean date:dateTime publisher:string description:markdown purpose:markdown usage:string approvalDate:date lastReviewDate:date effectivePeriod:Period useContext:UsageContext jurisdiction:CodeableConcept topic:CodeableConcept contributor:Contributor contact:ContactDetail copyright:markdown relatedArtifact:RelatedArtifact library:Reference kind:code code:CodeableConcept timing[x]:Timing|dateTime|Period|Range location:Reference participant:. product[x]:Reference|CodeableConcept quantity:Quantity dosage:Dosage bodySite:CodeableConcept transform:Reference dynamicValue:.
        ActivityDefinition.participant<BackboneElement type:code role:CodeableConcept
        ActivityDefinition.dynamicValue<BackboneElement description:string path:string language:string expression:string
        Address<Element use:code type:code text:string line:string city:string district:string state:string postalCode:string country:string period:Period
        AdverseEvent<DomainResource identifier:Identifier category:code type:CodeableConcept subject:Reference date:dateTime reaction:Reference location:Reference seriousness:CodeableConcept outcome:CodeableConcept recorder:Reference eventParticipant:Reference description:string suspectEntity:. subjectMedicalHistory:Reference referenceDocument:Reference study:Reference
        AdverseEvent.suspectEntity<BackboneElement instance:Reference causality:code causalityAssessment:CodeableConcept causalityProductRelatedness:string causalityMethod:CodeableConcept causalityAuthor:Reference causalityResult:CodeableConcept
        Age<Quantity
        AllergyIntolerance<DomainResource identifier:Identifier clinicalStatus:code verificationStatus:code type:code category:code criticality:code code:CodeableConcept patient:Reference onset[x]:dateTime|Age|Period|Range|string assertedDate:dateTime recorder:Reference asserter:Reference lastOccurrence:dateTime note:Annotation reaction:.
        AllergyIntolerance.reaction<BackboneElement substance:CodeableConcept manifestation:CodeableConcept description:string onset:dateTime severity:code exposureRoute:CodeableConcept note:Annotation
        Annotation<Element author[x]:Reference|string time:dateTime text:string
        Appointment<DomainResource identifier:Identifier status:code serviceCategory:CodeableConcept serviceType:CodeableConcept specialty:CodeableConcept appointmentType:CodeableConcept reason:CodeableConcept indication:Reference priority:unsignedInt description:string supportingInformation:Reference start:instant end:instant minutesDuration:positiveInt slot:Reference created:dateTime comment:string incomingReferral:Reference participant:. requestedPeriod:Period
        Appointment.participant<BackboneElement type:CodeableConcept actor:Reference required:code status:code
        AppointmentResponse<DomainResource identifier:Identifier appointment:Reference start:instant end:instant participantType:CodeableConcept actor:Reference participantStatus:code comment:string
        Attachment<Element contentType:code language:code data:base64Binary url:uri size:unsignedInt hash:base64Binary title:string creation:dateTime
        AuditEvent<DomainResource type:Coding subtype:Coding action:code recorded:instant outcome:code outcomeDesc:string purposeOfEvent:CodeableConcept agent:. source:. entity:.
        AuditEvent.agent<BackboneElement role:CodeableConcept reference:Reference userId:Identifier altId:string name:string requestor:boolean location:Reference policy:uri media:Coding network:. purposeOfUse:CodeableConcept
        AuditEvent.agent.network<BackboneElement address:string type:code
        AuditEvent.source<BackboneElement site:string identifier:Identifier type:Coding
        AuditEvent.entity<BackboneElement identifier:Identifier reference:Reference type:Coding role:Coding lifecycle:Coding securityLabel:Coding name:string description:string query:base64Binary detail:.
        AuditEvent.entity.detail<BackboneElement type:string value:base64Binary
        BackboneElement<Element modifierExtension:Extension
        Basic<DomainResource identifier:Identifier code:CodeableConcept subject:Reference created:date author:Reference
        Binary<Resource contentType:code securityContext:Reference content:base64Binary
        BodySite<DomainResource identifier:Identifier active:boolean code:CodeableConcept qualifier:CodeableConcept description:string image:Attachment patient:Reference
        Bundle<Resource identifier:Identifier type:code total:unsignedInt link:. entry:. signature:Signature
        Bundle.link<BackboneElement relation:string url:uri
        Bundle.entry<BackboneElement link:#Bundle.link fullUrl:uri resource:Resource search:. request:. response:.
        Bundle.entry.search<BackboneElement mode:code score:decimal
        Bundle.entry.request<BackboneElement method:code url:uri ifNoneMatch:string ifModifiedSince:instant ifMatch:string ifNoneExist:string
        Bundle.entry.response<BackboneElement status:string location:uri etag:string lastModified:instant outcome:Resource
        CapabilityStatement<DomainResource url:uri version:string name:string title:string status:code experimental:boolean date:dateTime publisher:string contact:ContactDetail description:markdown useContext:UsageContext jurisdiction:CodeableConcept purpose:markdown copyright:markdown kind:code instantiates:uri software:. implementation:. fhirVersion:id acceptUnknown:code format:code patchFormat:code implementationGuide:uri profile:Reference rest:. messaging:. document:.
        CapabilityStatement.software<BackboneElement name:string version:string releaseDate:dateTime
        CapabilityStatement.implementation<BackboneElement description:string url:uri
        CapabilityStatement.rest<BackboneElement mode:code documentation:string security:. resource:. interaction:. searchParam:#CapabilityStatement.rest.resource.searchParam operation:. compartment:uri
        CapabilityStatement.rest.security<BackboneElement cors:boolean service:CodeableConcept description:string certificate:.
        CapabilityStatement.rest.security.certificate<BackboneElement type:code blob:base64Binary
        CapabilityStatement.rest.resource<BackboneElement type:code profile:Reference documentation:markdown interaction:. versioning:code readHistory:boolean updateCreate:boolean conditionalCreate:boolean conditionalRead:code conditionalUpdate:boolean conditionalDelete:code referencePolicy:code searchInclude:string searchRevInclude:string searchParam:.
        CapabilityStatement.rest.resource.interaction<BackboneElement code:code documentation:string
        CapabilityStatement.rest.resource.searchParam<BackboneElement name:string definition:uri type:code documentation:string
        CapabilityStatement.rest.interaction<BackboneElement code:code documentation:string
        CapabilityStatement.rest.operation<BackboneElement name:string definition:Reference
        CapabilityStatement.messaging<BackboneElement endpoint:. reliableCache:unsignedInt documentation:string supportedMessage:. event:.
        CapabilityStatement.messaging.endpoint<BackboneElement protocol:Coding address:uri
        CapabilityStatement.messaging.supportedMessage<BackboneElement mode:code definition:Reference
        CapabilityStatement.messaging.event<BackboneElement code:Coding category:code mode:code focus:code request:Reference response:Reference documentation:string
        CapabilityStatement.document<BackboneElement mode:code documentation:string profile:Reference
        CarePlan<DomainResource identifier:Identifier definition:Reference basedOn:Reference replaces:Reference partOf:Reference status:code intent:code category:CodeableConcept title:string description:string subject:Reference context:Reference period:Period author:Reference careTeam:Reference addresses:Reference supportingInfo:Reference goal:Reference activity:. note:Annotation
        CarePlan.activity<BackboneElement outcomeCodeableConcept:CodeableConcept outcomeReference:Reference progress:Annotation reference:Reference detail:.
        CarePlan.activity.detail<BackboneElement category:CodeableConcept definition:Reference code:CodeableConcept reasonCode:CodeableConcept reasonReference:Reference goal:Reference status:code statusReason:string prohibited:boolean scheduled[x]:Timing|Period|string location:Reference performer:Reference product[x]:CodeableConcept|Reference dailyAmount:Quantity quantity:Quantity description:string
        CareTeam<DomainResource identifier:Identifier status:code category:CodeableConcept name:string subject:Reference context:Reference period:Period participant:. reasonCode:CodeableConcept reasonReference:Reference managingOrganization:Reference note:Annotation
        CareTeam.participant<BackboneElement role:CodeableConcept member:Reference onBehalfOf:Reference period:Period
        ChargeItem<DomainResource identifier:Identifier definition:uri status:code partOf:Reference code:CodeableConcept subject:Reference context:Reference occurrence[x]:dateTime|Period|Timing participant:. performingOrganization:Reference requestingOrganization:Reference quantity:Quantity bodysite:CodeableConcept factorOverride:decimal priceOverride:Money overrideReason:string enterer:Reference enteredDate:dateTime reason:CodeableConcept service:Reference account:Reference note:Annotation supportingInformation:Reference
        ChargeItem.participant<BackboneElement role:CodeableConcept actor:Reference
        Claim<DomainResource identifier:Identifier status:code type:CodeableConcept subType:CodeableConcept use:code patient:Reference billablePeriod:Period created:dateTime enterer:Reference insurer:Reference provider:Reference organization:Reference priority:CodeableConcept fundsReserve:CodeableConcept related:. prescription:Reference originalPrescription:Reference payee:. referral:Reference facility:Reference careTeam:. information:. diagnosis:. procedure:. insurance:. accident:. employmentImpacted:Period hospitalization:Period item:. total:Money
        Claim.related<BackboneElement claim:Reference relationship:CodeableConcept reference:Identifier
        Claim.payee<BackboneElement type:CodeableConcept resourceType:Coding party:Reference
        Claim.careTeam<BackboneElement sequence:positiveInt provider:Reference responsible:boolean role:CodeableConcept qualification:CodeableConcept
        Claim.information<BackboneElement sequence:positiveInt category:CodeableConcept code:CodeableConcept timing[x]:date|Period value[x]:string|Quantity|Attachment|Reference reason:CodeableConcept
        Claim.diagnosis<BackboneElement sequence:positiveInt diagnosis[x]:CodeableConcept|Reference type:CodeableConcept packageCode:CodeableConcept
        Claim.procedure<BackboneElement sequence:positiveInt date:dateTime procedure[x]:CodeableConcept|Reference
        Claim.insurance<BackboneElement sequence:positiveInt focal:boolean coverage:Reference businessArrangement:string preAuthRef:string claimResponse:Reference
        Claim.accident<BackboneElement date:date type:CodeableConcept location[x]:Address|Reference
        Claim.item<BackboneElement sequence:positiveInt careTeamLinkId:positiveInt diagnosisLinkId:positiveInt procedureLinkId:positiveInt informationLinkId:positiveInt revenue:CodeableConcept category:CodeableConcept service:CodeableConcept modifier:CodeableConcept programCode:CodeableConcept serviced[x]:date|Period location[x]:CodeableConcept|Address|Reference quantity:Quantity unitPrice:Money factor:decimal net:Money udi:Reference bodySite:CodeableConcept subSite:CodeableConcept encounter:Reference detail:.
        Claim.item.detail<BackboneElement sequence:positiveInt revenue:CodeableConcept category:CodeableConcept service:CodeableConcept modifier:CodeableConcept programCode:CodeableConcept quantity:Quantity unitPrice:Money factor:decimal net:Money udi:Reference subDetail:.
        Claim.item.detail.subDetail<BackboneElement sequence:positiveInt revenue:CodeableConcept category:CodeableConcept service:CodeableConcept modifier:CodeableConcept programCode:CodeableConcept quantity:Quantity unitPrice:Money factor:decimal net:Money udi:Reference
        ClaimResponse<DomainResource identifier:Identifier status:code patient:Reference created:dateTime insurer:Reference requestProvider:Reference requestOrganization:Reference request:Reference outcome:CodeableConcept disposition:string payeeType:CodeableConcept item:. addItem:. error:. totalCost:Money unallocDeductable:Money totalBenefit:Money payment:. reserved:Coding form:CodeableConcept processNote:. communicationRequest:Reference insurance:.
        ClaimResponse.item<BackboneElement sequenceLinkId:positiveInt noteNumber:positiveInt adjudication:. detail:.
        ClaimResponse.item.adjudication<BackboneElement category:CodeableConcept reason:CodeableConcept amount:Money value:decimal
        ClaimResponse.item.detail<BackboneElement sequenceLinkId:positiveInt noteNumber:positiveInt adjudication:#ClaimResponse.item.adjudication subDetail:.
        ClaimResponse.item.detail.subDetail<BackboneElement sequenceLinkId:positiveInt noteNumber:positiveInt adjudication:#ClaimResponse.item.adjudication
        ClaimResponse.addItem<BackboneElement sequenceLinkId:positiveInt revenue:CodeableConcept category:CodeableConcept service:CodeableConcept modifier:CodeableConcept fee:Money noteNumber:positiveInt adjudication:#ClaimResponse.item.adjudication detail:.
        ClaimResponse.addItem.detail<BackboneElement revenue:CodeableConcept category:CodeableConcept service:CodeableConcept modifier:CodeableConcept fee:Money noteNumber:positiveInt adjudication:#ClaimResponse.item.adjudication
        ClaimResponse.error<BackboneElement sequenceLinkId:positiveInt detailSequenceLinkId:positiveInt subdetailSequenceLinkId:positiveInt code:CodeableConcept
        ClaimResponse.payment<BackboneElement type:CodeableConcept adjustment:Money adjustmentReason:CodeableConcept date:date amount:Money identifier:Identifier
        ClaimResponse.processNote<BackboneElement number:positiveInt type:CodeableConcept text:string language:CodeableConcept
        ClaimResponse.insurance<BackboneElement sequence:positiveInt focal:boolean coverage:Reference businessArrangement:string preAuthRef:string claimResponse:Reference
        ClinicalImpression<DomainResource identifier:Identifier status:code code:CodeableConcept description:string subject:Reference context:Reference effective[x]:dateTime|Period date:dateTime assessor:Reference previous:Reference problem:Reference investigation:. protocol:uri summary:string finding:. prognosisCodeableConcept:CodeableConcept prognosisReference:Reference action:Reference note:Annotation
        ClinicalImpression.investigation<BackboneElement code:CodeableConcept item:Reference
        ClinicalImpression.finding<BackboneElement item[x]:CodeableConcept|Reference basis:string
        CodeSystem<DomainResource url:uri identifier:Identifier version:string name:string title:string status:code experimental:boolean date:dateTime publisher:string contact:ContactDetail description:markdown useContext:UsageContext jurisdiction:CodeableConcept purpose:markdown copyright:markdown caseSensitive:boolean valueSet:uri hierarchyMeaning:code compositional:boolean versionNeeded:boolean content:code count:unsignedInt filter:. property:. concept:.
        CodeSystem.filter<BackboneElement code:code description:string operator:code value:string
        CodeSystem.property<BackboneElement code:code uri:uri description:string type:code
        CodeSystem.concept<BackboneElement code:code display:string definition:string designation:. property:. concept:#CodeSystem.concept
        CodeSystem.concept.designation<BackboneElement language:code use:Coding value:string
        CodeSystem.concept.property<BackboneElement code:code value[x]:code|Coding|string|integer|boolean|dateTime
        CodeableConcept<Element coding:Coding text:string
        Coding<Element system:uri version:string code:code display:string userSelected:boolean
        Communication<DomainResource identifier:Identifier definition:Reference basedOn:Reference partOf:Reference status:code notDone:boolean notDoneReason:CodeableConcept category:CodeableConcept medium:CodeableConcept subject:Reference recipient:Reference topic:Reference context:Reference sent:dateTime received:dateTime sender:Reference reasonCode:CodeableConcept reasonReference:Reference payload:. note:Annotation
        Communication.payload<BackboneElement content[x]:string|Attachment|Reference
        CommunicationRequest<DomainResource identifier:Identifier basedOn:Reference replaces:Reference groupIdentifier:Identifier status:code category:CodeableConcept priority:code medium:CodeableConcept subject:Reference recipient:Reference topic:Reference context:Reference payload:. occurrence[x]:dateTime|Period authoredOn:dateTime sender:Reference requester:. reasonCode:CodeableConcept reasonReference:Reference note:Annotation
        CommunicationRequest.payload<BackboneElement content[x]:string|Attachment|Reference
        CommunicationRequest.requester<BackboneElement agent:Reference onBehalfOf:Reference
        CompartmentDefinition<DomainResource url:uri name:string title:string status:code experimental:boolean date:dateTime publisher:string contact:ContactDetail description:markdown purpose:markdown useContext:UsageContext jurisdiction:CodeableConcept code:code search:boolean resource:.
        CompartmentDefinition.resource<BackboneElement code:code param:string documentation:string
        Composition<DomainResource identifier:Identifier status:code type:CodeableConcept class:CodeableConcept subject:Reference encounter:Reference date:dateTime author:Reference title:string confidentiality:code attester:. custodian:Reference relatesTo:. event:. section:.
        Composition.attester<BackboneElement mode:code time:dateTime party:Reference
        Composition.relatesTo<BackboneElement code:code target[x]:Identifier|Reference
        Composition.event<BackboneElement code:CodeableConcept period:Period detail:Reference
        Composition.section<BackboneElement title:string code:CodeableConcept text:Narrative mode:code orderedBy:CodeableConcept entry:Reference emptyReason:CodeableConcept section:#Composition.section
        ConceptMap<DomainResource url:uri identifier:Identifier version:string name:string title:string status:code experimental:boolean date:dateTime publisher:string contact:ContactDetail description:markdown useContext:UsageContext jurisdiction:CodeableConcept purpose:markdown copyright:markdown source[x]:uri|Reference target[x]:uri|Reference group:.
        ConceptMap.group<BackboneElement source:uri sourceVersion:string target:uri targetVersion:string element:. unmapped:.
        ConceptMap.group.element<BackboneElement code:code display:string target:.
        ConceptMap.group.element.target<BackboneElement code:code display:string equivalence:code comment:string dependsOn:. product:#ConceptMap.group.element.target.dependsOn
        ConceptMap.group.element.target.dependsOn<BackboneElement property:uri system:uri code:string display:string
        ConceptMap.group.unmapped<BackboneElement mode:code code:code display:string url:uri
        Condition<DomainResource identifier:Identifier clinicalStatus:code verificationStatus:code category:CodeableConcept severity:CodeableConcept code:CodeableConcept bodySite:CodeableConcept subject:Reference context:Reference onset[x]:dateTime|Age|Period|Range|string abatement[x]:dateTime|Age|boolean|Period|Range|string assertedDate:dateTime asserter:Reference stage:. evidence:. note:Annotation
        Condition.stage<BackboneElement summary:CodeableConcept assessment:Reference
        Condition.evidence<BackboneElement code:CodeableConcept detail:Reference
        Consent<DomainResource identifier:Identifier status:code category:CodeableConcept patient:Reference period:Period dateTime:dateTime consentingParty:Reference actor:. action:CodeableConcept organization:Reference source[x]:Attachment|Identifier|Reference policy:. policyRule:uri securityLabel:Coding purpose:Coding dataPeriod:Period data:. except:.
        Consent.actor<BackboneElement role:CodeableConcept reference:Reference
        Consent.policy<BackboneElement authority:uri uri:uri
        Consent.data<BackboneElement meaning:code reference:Reference
        Consent.except<BackboneElement type:code period:Period actor:. action:CodeableConcept securityLabel:Coding purpose:Coding class:Coding code:Coding dataPeriod:Period data:.
        Consent.except.actor<BackboneElement role:CodeableConcept reference:Reference
        Consent.except.data<BackboneElement meaning:code reference:Reference
        ContactDetail<Element name:string telecom:ContactPoint
        ContactPoint<Element system:code value:string use:code rank:positiveInt period:Period
        Contract<DomainResource identifier:Identifier status:code issued:dateTime applies:Period subject:Reference topic:Reference authority:Reference domain:Reference type:CodeableConcept subType:CodeableConcept action:CodeableConcept actionReason:CodeableConcept decisionType:CodeableConcept contentDerivative:CodeableConcept securityLabel:Coding agent:. signer:. valuedItem:. term:. binding[x]:Attachment|Reference friendly:. legal:. rule:.
        Contract.agent<BackboneElement actor:Reference role:CodeableConcept
        Contract.signer<BackboneElement type:Coding party:Reference signature:Signature
        Contract.valuedItem<BackboneElement entity[x]:CodeableConcept|Reference identifier:Identifier effectiveTime:dateTime quantity:Quantity unitPrice:Money factor:decimal points:decimal net:Money
        Contract.term<BackboneElement identifier:Identifier issued:dateTime applies:Period type:CodeableConcept subType:CodeableConcept topic:Reference action:CodeableConcept actionReason:CodeableConcept securityLabel:Coding agent:. text:string valuedItem:. group:#Contract.term
        Contract.term.agent<BackboneElement actor:Reference role:CodeableConcept
        Contract.term.valuedItem<BackboneElement entity[x]:CodeableConcept|Reference identifier:Identifier effectiveTime:dateTime quantity:Quantity unitPrice:Money factor:decimal points:decimal net:Money
        Contract.friendly<BackboneElement content[x]:Attachment|Reference
        Contract.legal<BackboneElement content[x]:Attachment|Reference
        Contract.rule<BackboneElement content[x]:Attachment|Reference
        Contributor<Element type:code name:string contact:ContactDetail
        Count<Quantity
        Coverage<DomainResource identifier:Identifier status:code type:CodeableConcept policyHolder:Reference subscriber:Reference subscriberId:string beneficiary:Reference relationship:CodeableConcept period:Period payor:Reference grouping:. dependent:string sequence:string order:positiveInt network:string contract:Reference
        Coverage.grouping<BackboneElement group:string groupDisplay:string subGroup:string subGroupDisplay:string plan:string planDisplay:string subPlan:string subPlanDisplay:string class:string classDisplay:string subClass:string subClassDisplay:string
        DataElement<DomainResource url:uri identifier:Identifier version:string status:code experimental:boolean date:dateTime publisher:string name:string title:string contact:ContactDetail useContext:UsageContext jurisdiction:CodeableConcept copyright:markdown stringency:code mapping:. element:ElementDefinition
        DataElement.mapping<BackboneElement identity:id uri:uri name:string comment:string
        DataRequirement<Element type:code profile:uri mustSupport:string codeFilter:. dateFilter:.
        DataRequirement.codeFilter<Element path:string valueSet[x]:string|Reference valueCode:code valueCoding:Coding valueCodeableConcept:CodeableConcept
        DataRequirement.dateFilter<Element path:string value[x]:dateTime|Period|Duration
        DetectedIssue<DomainResource identifier:Identifier status:code category:CodeableConcept severity:code patient:Reference date:dateTime author:Reference implicated:Reference detail:string reference:uri mitigation:.
        DetectedIssue.mitigation<BackboneElement action:CodeableConcept date:dateTime author:Reference
        Device<DomainResource identifier:Identifier udi:. status:code type:CodeableConcept lotNumber:string manufacturer:string manufactureDate:dateTime expirationDate:dateTime model:string version:string patient:Reference owner:Reference contact:ContactPoint location:Reference url:uri note:Annotation safety:CodeableConcept
        Device.udi<BackboneElement deviceIdentifier:string name:string jurisdiction:uri carrierHRF:string carrierAIDC:base64Binary issuer:uri entryType:code
        DeviceComponent<DomainResource identifier:Identifier type:CodeableConcept lastSystemChange:instant source:Reference parent:Reference operationalStatus:CodeableConcept parameterGroup:CodeableConcept measurementPrinciple:code productionSpecification:. languageCode:CodeableConcept
        DeviceComponent.productionSpecification<BackboneElement specType:CodeableConcept componentId:Identifier productionSpec:string
        DeviceMetric<DomainResource identifier:Identifier type:CodeableConcept unit:CodeableConcept source:Reference parent:Reference operationalStatus:code color:code category:code measurementPeriod:Timing calibration:.
        DeviceMetric.calibration<BackboneElement type:code state:code time:instant
        DeviceRequest<DomainResource identifier:Identifier definition:Reference basedOn:Reference priorRequest:Reference groupIdentifier:Identifier status:code intent:CodeableConcept priority:code code[x]:Reference|CodeableConcept subject:Reference context:Reference occurrence[x]:dateTime|Period|Timing authoredOn:dateTime requester:. performerType:CodeableConcept performer:Reference reasonCode:CodeableConcept reasonReference:Reference supportingInfo:Reference note:Annotation relevantHistory:Reference
        DeviceRequest.requester<BackboneElement agent:Reference onBehalfOf:Reference
        DeviceUseStatement<DomainResource identifier:Identifier status:code subject:Reference whenUsed:Period timing[x]:Timing|Period|dateTime recordedOn:dateTime source:Reference device:Reference indication:CodeableConcept bodySite:CodeableConcept note:Annotation
        DiagnosticReport<DomainResource identifier:Identifier basedOn:Reference status:code category:CodeableConcept code:CodeableConcept subject:Reference context:Reference effective[x]:dateTime|Period issued:instant performer:. specimen:Reference result:Reference imagingStudy:Reference image:. conclusion:string codedDiagnosis:CodeableConcept presentedForm:Attachment
        DiagnosticReport.performer<BackboneElement role:CodeableConcept actor:Reference
        DiagnosticReport.image<BackboneElement comment:string link:Reference
        Distance<Quantity
        DocumentManifest<DomainResource masterIdentifier:Identifier identifier:Identifier status:code type:CodeableConcept subject:Reference created:dateTime author:Reference recipient:Reference source:uri description:string content:. related:.
        DocumentManifest.content<BackboneElement p[x]:Attachment|Reference
        DocumentManifest.related<BackboneElement identifier:Identifier ref:Reference
        DocumentReference<DomainResource masterIdentifier:Identifier identifier:Identifier status:code docStatus:code type:CodeableConcept class:CodeableConcept subject:Reference created:dateTime indexed:instant author:Reference authenticator:Reference custodian:Reference relatesTo:. description:string securityLabel:CodeableConcept content:. context:.
        DocumentReference.relatesTo<BackboneElement code:code target:Reference
        DocumentReference.content<BackboneElement attachment:Attachment format:Coding
        DocumentReference.context<BackboneElement encounter:Reference event:CodeableConcept period:Period facilityType:CodeableConcept practiceSetting:CodeableConcept sourcePatientInfo:Reference related:.
        DocumentReference.context.related<BackboneElement identifier:Identifier ref:Reference
        DomainResource<Resource text:Narrative contained:Resource extension:Extension modifierExtension:Extension
        Dosage<Element sequence:integer text:string additionalInstruction:CodeableConcept patientInstruction:string timing:Timing asNeeded[x]:boolean|CodeableConcept site:CodeableConcept route:CodeableConcept method:CodeableConcept dose[x]:Range|Quantity maxDosePerPeriod:Ratio maxDosePerAdministration:Quantity maxDosePerLifetime:Quantity rate[x]:Ratio|Range|Quantity
        Duration<Quantity
        Element< id:string extension:Extension
        ElementDefinition<Element path:string representation:code sliceName:string label:string code:Coding slicing:. short:string definition:markdown comment:markdown requirements:markdown alias:string min:unsignedInt max:string base:. contentReference:uri type:. defaultValue[x]:* meaningWhenMissing:markdown orderMeaning:string fixed[x]:* pattern[x]:* example:. minValue[x]:date|dateTime|instant|time|decimal|integer|positiveInt|unsignedInt|Quantity maxValue[x]:date|dateTime|instant|time|decimal|integer|positiveInt|unsignedInt|Quantity maxLength:integer condition:id constraint:. mustSupport:boolean isModifier:boolean isSummary:boolean binding:. mapping:.
        ElementDefinition.slicing<Element discriminator:. description:string ordered:boolean rules:code
        ElementDefinition.slicing.discriminator<Element type:code path:string
        ElementDefinition.base<Element path:string min:unsignedInt max:string
        ElementDefinition.type<Element code:uri profile:uri targetProfile:uri aggregation:code versioning:code
        ElementDefinition.example<Element label:string value[x]:*
        ElementDefinition.constraint<Element key:id requirements:string severity:code human:string expression:string xpath:string source:uri
        ElementDefinition.binding<Element strength:code description:string valueSet[x]:uri|Reference
        ElementDefinition.mapping<Element identity:id language:code map:string comment:string
        EligibilityRequest<DomainResource identifier:Identifier status:code priority:CodeableConcept patient:Reference serviced[x]:date|Period created:dateTime enterer:Reference provider:Reference organization:Reference insurer:Reference facility:Reference coverage:Reference businessArrangement:string benefitCategory:CodeableConcept benefitSubCategory:CodeableConcept
        EligibilityResponse<DomainResource identifier:Identifier status:code created:dateTime requestProvider:Reference requestOrganization:Reference request:Reference outcome:CodeableConcept disposition:string insurer:Reference inforce:boolean insurance:. form:CodeableConcept error:.
        EligibilityResponse.insurance<BackboneElement coverage:Reference contract:Reference benefitBalance:.
        EligibilityResponse.insurance.benefitBalance<BackboneElement category:CodeableConcept subCategory:CodeableConcept excluded:boolean name:string description:string network:CodeableConcept unit:CodeableConcept term:CodeableConcept financial:.
        EligibilityResponse.insurance.benefitBalance.financial<BackboneElement type:CodeableConcept allowed[x]:unsignedInt|string|Money used[x]:unsignedInt|Money
        EligibilityResponse.error<BackboneElement code:CodeableConcept
        Encounter<DomainResource identifier:Identifier status:code statusHistory:. class:Coding classHistory:. type:CodeableConcept priority:CodeableConcept subject:Reference episodeOfCare:Reference incomingReferral:Reference participant:. appointment:Reference period:Period length:Duration reason:CodeableConcept diagnosis:. account:Reference hospitalization:. location:. serviceProvider:Reference partOf:Reference
        Encounter.statusHistory<BackboneElement status:code period:Period
        Encounter.classHistory<BackboneElement class:Coding period:Period
        Encounter.participant<BackboneElement type:CodeableConcept period:Period individual:Reference
        Encounter.diagnosis<BackboneElement condition:Reference role:CodeableConcept rank:positiveInt
        Encounter.hospitalization<BackboneElement preAdmissionIdentifier:Identifier origin:Reference admitSource:CodeableConcept reAdmission:CodeableConcept dietPreference:CodeableConcept specialCourtesy:CodeableConcept specialArrangement:CodeableConcept destination:Reference dischargeDisposition:CodeableConcept
        Encounter.location<BackboneElement location:Reference status:code period:Period
        Endpoint<DomainResource identifier:Identifier status:code connectionType:Coding name:string managingOrganization:Reference contact:ContactPoint period:Period payloadType:CodeableConcept payloadMimeType:code address:uri header:string
        EnrollmentRequest<DomainResource identifier:Identifier status:code created:dateTime insurer:Reference provider:Reference organization:Reference subject:Reference coverage:Reference
        EnrollmentResponse<DomainResource identifier:Identifier status:code request:Reference outcome:CodeableConcept disposition:string created:dateTime organization:Reference requestProvider:Reference requestOrganization:Reference
        EpisodeOfCare<DomainResource identifier:Identifier status:code statusHistory:. type:CodeableConcept diagnosis:. patient:Reference managingOrganization:Reference period:Period referralRequest:Reference careManager:Reference team:Reference account:Reference
        EpisodeOfCare.statusHistory<BackboneElement status:code period:Period
        EpisodeOfCare.diagnosis<BackboneElement condition:Reference role:CodeableConcept rank:positiveInt
        ExpansionProfile<DomainResource url:uri identifier:Identifier version:string name:string status:code experimental:boolean date:dateTime publisher:string contact:ContactDetail description:markdown useContext:UsageContext jurisdiction:CodeableConcept fixedVersion:. excludedSystem:. includeDesignations:boolean designation:. includeDefinition:boolean activeOnly:boolean excludeNested:boolean excludeNotForUI:boolean excludePostCoordinated:boolean displayLanguage:code limitedExpansion:boolean
        ExpansionProfile.fixedVersion<BackboneElement system:uri version:string mode:code
        ExpansionProfile.excludedSystem<BackboneElement system:uri version:string
        ExpansionProfile.designation<BackboneElement include:. exclude:.
        ExpansionProfile.designation.include<BackboneElement designation:.
        ExpansionProfile.designation.include.designation<BackboneElement language:code use:Coding
        ExpansionProfile.designation.exclude<BackboneElement designation:.
        ExpansionProfile.designation.exclude.designation<BackboneElement language:code use:Coding
        ExplanationOfBenefit<DomainResource identifier:Identifier status:code type:CodeableConcept subType:CodeableConcept patient:Reference billablePeriod:Period created:dateTime enterer:Reference insurer:Reference provider:Reference organization:Reference referral:Reference facility:Reference claim:Reference claimResponse:Reference outcome:CodeableConcept disposition:string related:. prescription:Reference originalPrescription:Reference payee:. information:. careTeam:. diagnosis:. procedure:. precedence:positiveInt insurance:. accident:. employmentImpacted:Period hospitalization:Period item:. addItem:. totalCost:Money unallocDeductable:Money totalBenefit:Money payment:. form:CodeableConcept processNote:. benefitBalance:.
        ExplanationOfBenefit.related<BackboneElement claim:Reference relationship:CodeableConcept reference:Identifier
        ExplanationOfBenefit.payee<BackboneElement type:CodeableConcept resourceType:CodeableConcept party:Reference
        ExplanationOfBenefit.information<BackboneElement sequence:positiveInt category:CodeableConcept code:CodeableConcept timing[x]:date|Period value[x]:string|Quantity|Attachment|Reference reason:Coding
        ExplanationOfBenefit.careTeam<BackboneElement sequence:positiveInt provider:Reference responsible:boolean role:CodeableConcept qualification:CodeableConcept
        ExplanationOfBenefit.diagnosis<BackboneElement sequence:positiveInt diagnosis[x]:CodeableConcept|Reference type:CodeableConcept packageCode:CodeableConcept
        ExplanationOfBenefit.procedure<BackboneElement sequence:positiveInt date:dateTime procedure[x]:CodeableConcept|Reference
        ExplanationOfBenefit.insurance<BackboneElement coverage:Reference preAuthRef:string
        ExplanationOfBenefit.accident<BackboneElement date:date type:CodeableConcept location[x]:Address|Reference
        ExplanationOfBenefit.item<BackboneElement sequence:positiveInt careTeamLinkId:positiveInt diagnosisLinkId:positiveInt procedureLinkId:positiveInt informationLinkId:positiveInt revenue:CodeableConcept category:CodeableConcept service:CodeableConcept modifier:CodeableConcept programCode:CodeableConcept serviced[x]:date|Period location[x]:CodeableConcept|Address|Reference quantity:Quantity unitPrice:Money factor:decimal net:Money udi:Reference bodySite:CodeableConcept subSite:CodeableConcept encounter:Reference noteNumber:positiveInt adjudication:. detail:.
        ExplanationOfBenefit.item.adjudication<BackboneElement category:CodeableConcept reason:CodeableConcept amount:Money value:decimal
        ExplanationOfBenefit.item.detail<BackboneElement sequence:positiveInt type:CodeableConcept revenue:CodeableConcept category:CodeableConcept service:CodeableConcept modifier:CodeableConcept programCode:CodeableConcept quantity:Quantity unitPrice:Money factor:decimal net:Money udi:Reference noteNumber:positiveInt adjudication:#ExplanationOfBenefit.item.adjudication subDetail:.
        ExplanationOfBenefit.item.detail.subDetail<BackboneElement sequence:positiveInt type:CodeableConcept revenue:CodeableConcept category:CodeableConcept service:CodeableConcept modifier:CodeableConcept programCode:CodeableConcept quantity:Quantity unitPrice:Money factor:decimal net:Money udi:Reference noteNumber:positiveInt adjudication:#ExplanationOfBenefit.item.adjudication
        ExplanationOfBenefit.addItem<BackboneElement sequenceLinkId:positiveInt revenue:CodeableConcept category:CodeableConcept service:CodeableConcept modifier:CodeableConcept fee:Money noteNumber:positiveInt adjudication:#ExplanationOfBenefit.item.adjudication detail:.
        ExplanationOfBenefit.addItem.detail<BackboneElement revenue:CodeableConcept category:CodeableConcept service:CodeableConcept modifier:CodeableConcept fee:Money noteNumber:positiveInt adjudication:#ExplanationOfBenefit.item.adjudication
        ExplanationOfBenefit.payment<BackboneElement type:CodeableConcept adjustment:Money adjustmentReason:CodeableConcept date:date amount:Money identifier:Identifier
        ExplanationOfBenefit.processNote<BackboneElement number:positiveInt type:CodeableConcept text:string language:CodeableConcept
        ExplanationOfBenefit.benefitBalance<BackboneElement category:CodeableConcept subCategory:CodeableConcept excluded:boolean name:string description:string network:CodeableConcept unit:CodeableConcept term:CodeableConcept financial:.
        ExplanationOfBenefit.benefitBalance.financial<BackboneElement type:CodeableConcept allowed[x]:unsignedInt|string|Money used[x]:unsignedInt|Money
        Extension<Element url:uri value[x]:*
        FamilyMemberHistory<DomainResource identifier:Identifier definition:Reference status:code notDone:boolean notDoneReason:CodeableConcept patient:Reference date:dateTime name:string relationship:CodeableConcept gender:code born[x]:Period|date|string age[x]:Age|Range|string estimatedAge:boolean deceased[x]:boolean|Age|Range|date|string reasonCode:CodeableConcept reasonReference:Reference note:Annotation condition:.
        FamilyMemberHistory.condition<BackboneElement code:CodeableConcept outcome:CodeableConcept onset[x]:Age|Range|Period|string note:Annotation
        Flag<DomainResource identifier:Identifier status:code category:CodeableConcept code:CodeableConcept subject:Reference period:Period encounter:Reference author:Reference
        Goal<DomainResource identifier:Identifier status:code category:CodeableConcept priority:CodeableConcept description:CodeableConcept subject:Reference start[x]:date|CodeableConcept target:. statusDate:date statusReason:string expressedBy:Reference addresses:Reference note:Annotation outcomeCode:CodeableConcept outcomeReference:Reference
        Goal.target<BackboneElement measure:CodeableConcept detail[x]:Quantity|Range|CodeableConcept due[x]:date|Duration
        GraphDefinition<DomainResource url:uri version:string name:string status:code experimental:boolean date:dateTime publisher:string contact:ContactDetail description:markdown useContext:UsageContext jurisdiction:CodeableConcept purpose:markdown start:code profile:uri link:.
        GraphDefinition.link<BackboneElement path:string sliceName:string min:integer max:string description:string target:.
        GraphDefinition.link.target<BackboneElement type:code profile:uri compartment:. link:#GraphDefinition.link
        GraphDefinition.link.target.compartment<BackboneElement code:code rule:code expression:string description:string
        Group<DomainResource identifier:Identifier active:boolean type:code actual:boolean code:CodeableConcept name:string quantity:unsignedInt characteristic:. member:.
        Group.characteristic<BackboneElement code:CodeableConcept value[x]:CodeableConcept|boolean|Quantity|Range exclude:boolean period:Period
        Group.member<BackboneElement entity:Reference period:Period inactive:boolean
        GuidanceResponse<DomainResource requestId:id identifier:Identifier module:Reference status:code subject:Reference context:Reference occurrenceDateTime:dateTime performer:Reference reason[x]:CodeableConcept|Reference note:Annotation evaluationMessage:Reference outputParameters:Reference result:Reference dataRequirement:DataRequirement
        HealthcareService<DomainResource identifier:Identifier active:boolean providedBy:Reference category:CodeableConcept type:CodeableConcept specialty:CodeableConcept location:Reference name:string comment:string extraDetails:string photo:Attachment telecom:ContactPoint coverageArea:Reference serviceProvisionCode:CodeableConcept eligibility:CodeableConcept eligibilityNote:string programName:string characteristic:CodeableConcept referralMethod:CodeableConcept appointmentRequired:boolean availableTime:. notAvailable:. availabilityExceptions:string endpoint:Reference
        HealthcareService.availableTime<BackboneElement daysOfWeek:code allDay:boolean availableStartTime:time availableEndTime:time
        HealthcareService.notAvailable<BackboneElement description:string during:Period
        HumanName<Element use:code text:string family:string given:string prefix:string suffix:string period:Period
        Identifier<Element use:code type:CodeableConcept system:uri value:string period:Period assigner:Reference
        ImagingManifest<DomainResource identifier:Identifier patient:Reference authoringTime:dateTime author:Reference description:string study:.
        ImagingManifest.study<BackboneElement uid:oid imagingStudy:Reference endpoint:Reference series:.
        ImagingManifest.study.series<BackboneElement uid:oid endpoint:Reference instance:.
        ImagingManifest.study.series.instance<BackboneElement sopClass:oid uid:oid
        ImagingStudy<DomainResource uid:oid accession:Identifier identifier:Identifier availability:code modalityList:Coding patient:Reference context:Reference started:dateTime basedOn:Reference referrer:Reference interpreter:Reference endpoint:Reference numberOfSeries:unsignedInt numberOfInstances:unsignedInt procedureReference:Reference procedureCode:CodeableConcept reason:CodeableConcept description:string series:.
        ImagingStudy.series<BackboneElement uid:oid number:unsignedInt modality:Coding description:string numberOfInstances:unsignedInt availability:code endpoint:Reference bodySite:Coding laterality:Coding started:dateTime performer:Reference instance:.
        ImagingStudy.series.instance<BackboneElement uid:oid number:unsignedInt sopClass:oid title:string
        Immunization<DomainResource identifier:Identifier status:code notGiven:boolean vaccineCode:CodeableConcept patient:Reference encounter:Reference date:dateTime primarySource:boolean reportOrigin:CodeableConcept location:Reference manufacturer:Reference lotNumber:string expirationDate:date site:CodeableConcept route:CodeableConcept doseQuantity:Quantity practitioner:. note:Annotation explanation:. reaction:. vaccinationProtocol:.
        Immunization.practitioner<BackboneElement role:CodeableConcept actor:Reference
        Immunization.explanation<BackboneElement reason:CodeableConcept reasonNotGiven:CodeableConcept
        Immunization.reaction<BackboneElement date:dateTime detail:Reference reported:boolean
        Immunization.vaccinationProtocol<BackboneElement doseSequence:positiveInt description:string authority:Reference series:string seriesDoses:positiveInt targetDisease:CodeableConcept doseStatus:CodeableConcept doseStatusReason:CodeableConcept
        ImmunizationRecommendation<DomainResource identifier:Identifier patient:Reference recommendation:.
        ImmunizationRecommendation.recommendation<BackboneElement date:dateTime vaccineCode:CodeableConcept targetDisease:CodeableConcept doseNumber:positiveInt forecastStatus:CodeableConcept dateCriterion:. protocol:. supportingImmunization:Reference supportingPatientInformation:Reference
        ImmunizationRecommendation.recommendation.dateCriterion<BackboneElement code:CodeableConcept value:dateTime
        ImmunizationRecommendation.recommendation.protocol<BackboneElement doseSequence:positiveInt description:string authority:Reference series:string
        ImplementationGuide<DomainResource url:uri version:string name:string status:code experimental:boolean date:dateTime publisher:string contact:ContactDetail description:markdown useContext:UsageContext jurisdiction:CodeableConcept copyright:markdown fhirVersion:id dependency:. package:. global:. binary:uri page:.
        ImplementationGuide.dependency<BackboneElement type:code uri:uri
        ImplementationGuide.package<BackboneElement name:string description:string resource:.
        ImplementationGuide.package.resource<BackboneElement example:boolean name:string description:string acronym:string source[x]:uri|Reference exampleFor:Reference
        ImplementationGuide.global<BackboneElement type:code profile:Reference
        ImplementationGuide.page<BackboneElement source:uri title:string kind:code type:code package:string format:code page:#ImplementationGuide.page
        Library<DomainResource url:uri identifier:Identifier version:string name:string title:string status:code experimental:boolean type:CodeableConcept date:dateTime publisher:string description:markdown purpose:markdown usage:string approvalDate:date lastReviewDate:date effectivePeriod:Period useContext:UsageContext jurisdiction:CodeableConcept topic:CodeableConcept contributor:Contributor contact:ContactDetail copyright:markdown relatedArtifact:RelatedArtifact parameter:ParameterDefinition dataRequirement:DataRequirement content:Attachment
        Linkage<DomainResource active:boolean author:Reference item:.
        Linkage.item<BackboneElement type:code resource:Reference
        List<DomainResource identifier:Identifier status:code mode:code title:string code:CodeableConcept subject:Reference encounter:Reference date:dateTime source:Reference orderedBy:CodeableConcept note:Annotation entry:. emptyReason:CodeableConcept
        List.entry<BackboneElement flag:CodeableConcept deleted:boolean date:dateTime item:Reference
        Location<DomainResource identifier:Identifier status:code operationalStatus:Coding name:string alias:string description:string mode:code type:CodeableConcept telecom:ContactPoint address:Address physicalType:CodeableConcept position:. managingOrganization:Reference partOf:Reference endpoint:Reference
        Location.position<BackboneElement longitude:decimal latitude:decimal altitude:decimal
        Measure<DomainResource url:uri identifier:Identifier version:string name:string title:string status:code experimental:boolean date:dateTime publisher:string description:markdown purpose:markdown usage:string approvalDate:date lastReviewDate:date effectivePeriod:Period useContext:UsageContext jurisdiction:CodeableConcept topic:CodeableConcept contributor:Contributor contact:ContactDetail copyright:markdown relatedArtifact:RelatedArtifact library:Reference disclaimer:markdown scoring:CodeableConcept compositeScoring:CodeableConcept type:CodeableConcept riskAdjustment:string rateAggregation:string rationale:markdown clinicalRecommendationStatement:markdown improvementNotation:string definition:markdown guidance:markdown set:string group:. supplementalData:.
        Measure.group<BackboneElement identifier:Identifier name:string description:string population:. stratifier:.
        Measure.group.population<BackboneElement identifier:Identifier code:CodeableConcept name:string description:string criteria:string
        Measure.group.stratifier<BackboneElement identifier:Identifier criteria:string path:string
        Measure.supplementalData<BackboneElement identifier:Identifier usage:CodeableConcept criteria:string path:string
        MeasureReport<DomainResource identifier:Identifier status:code type:code measure:Reference patient:Reference date:dateTime reportingOrganization:Reference period:Period group:. evaluatedResources:Reference
        MeasureReport.group<BackboneElement identifier:Identifier population:. measureScore:decimal stratifier:.
        MeasureReport.group.population<BackboneElement identifier:Identifier code:CodeableConcept count:integer patients:Reference
        MeasureReport.group.stratifier<BackboneElement identifier:Identifier stratum:.
        MeasureReport.group.stratifier.stratum<BackboneElement value:string population:. measureScore:decimal
        MeasureReport.group.stratifier.stratum.population<BackboneElement identifier:Identifier code:CodeableConcept count:integer patients:Reference
        Media<DomainResource identifier:Identifier basedOn:Reference type:code subtype:CodeableConcept view:CodeableConcept subject:Reference context:Reference occurrence[x]:dateTime|Period operator:Reference reasonCode:CodeableConcept bodySite:CodeableConcept device:Reference height:positiveInt width:positiveInt frames:positiveInt duration:unsignedInt content:Attachment note:Annotation
        Medication<DomainResource code:CodeableConcept status:code isBrand:boolean isOverTheCounter:boolean manufacturer:Reference form:CodeableConcept ingredient:. package:. image:Attachment
        Medication.ingredient<BackboneElement item[x]:CodeableConcept|Reference isActive:boolean amount:Ratio
        Medication.package<BackboneElement container:CodeableConcept content:. batch:.
        Medication.package.content<BackboneElement item[x]:CodeableConcept|Reference amount:Quantity
        Medication.package.batch<BackboneElement lotNumber:string expirationDate:dateTime
        MedicationAdministration<DomainResource identifier:Identifier definition:Reference partOf:Reference status:code category:CodeableConcept medication[x]:CodeableConcept|Reference subject:Reference context:Reference supportingInformation:Reference effective[x]:dateTime|Period performer:. notGiven:boolean reasonNotGiven:CodeableConcept reasonCode:CodeableConcept reasonReference:Reference prescription:Reference device:Reference note:Annotation dosage:. eventHistory:Reference
        MedicationAdministration.performer<BackboneElement actor:Reference onBehalfOf:Reference
        MedicationAdministration.dosage<BackboneElement text:string site:CodeableConcept route:CodeableConcept method:CodeableConcept dose:Quantity rate[x]:Ratio|Quantity
        MedicationDispense<DomainResource identifier:Identifier partOf:Reference status:code category:CodeableConcept medication[x]:CodeableConcept|Reference subject:Reference context:Reference supportingInformation:Reference performer:. authorizingPrescription:Reference type:CodeableConcept quantity:Quantity daysSupply:Quantity whenPrepared:dateTime whenHandedOver:dateTime destination:Reference receiver:Reference note:Annotation dosageInstruction:Dosage substitution:. detectedIssue:Reference notDone:boolean notDoneReason[x]:CodeableConcept|Reference eventHistory:Reference
        MedicationDispense.performer<BackboneElement actor:Reference onBehalfOf:Reference
        MedicationDispense.substitution<BackboneElement wasSubstituted:boolean type:CodeableConcept reason:CodeableConcept responsibleParty:Reference
        MedicationRequest<DomainResource identifier:Identifier definition:Reference basedOn:Reference groupIdentifier:Identifier status:code intent:code category:CodeableConcept priority:code medication[x]:CodeableConcept|Reference subject:Reference context:Reference supportingInformation:Reference authoredOn:dateTime requester:. recorder:Reference reasonCode:CodeableConcept reasonReference:Reference note:Annotation dosageInstruction:Dosage dispenseRequest:. substitution:. priorPrescription:Reference detectedIssue:Reference eventHistory:Reference
        MedicationRequest.requester<BackboneElement agent:Reference onBehalfOf:Reference
        MedicationRequest.dispenseRequest<BackboneElement validityPeriod:Period numberOfRepeatsAllowed:positiveInt quantity:Quantity expectedSupplyDuration:Duration performer:Reference
        MedicationRequest.substitution<BackboneElement allowed:boolean reason:CodeableConcept
        MedicationStatement<DomainResource identifier:Identifier basedOn:Reference partOf:Reference context:Reference status:code category:CodeableConcept medication[x]:CodeableConcept|Reference effective[x]:dateTime|Period dateAsserted:dateTime informationSource:Reference subject:Reference derivedFrom:Reference taken:code reasonNotTaken:CodeableConcept reasonCode:CodeableConcept reasonReference:Reference note:Annotation dosage:Dosage
        MessageDefinition<DomainResource url:uri identifier:Identifier version:string name:string title:string status:code experimental:boolean date:dateTime publisher:string contact:ContactDetail description:markdown useContext:UsageContext jurisdiction:CodeableConcept purpose:markdown copyright:markdown base:Reference parent:Reference replaces:Reference event:Coding category:code focus:. responseRequired:boolean allowedResponse:.
        MessageDefinition.focus<BackboneElement code:code profile:Reference min:unsignedInt max:string
        MessageDefinition.allowedResponse<BackboneElement message:Reference situation:markdown
        MessageHeader<DomainResource event:Coding destination:. receiver:Reference sender:Reference timestamp:instant enterer:Reference author:Reference source:. responsible:Reference reason:CodeableConcept response:. focus:Reference
        MessageHeader.destination<BackboneElement name:string target:Reference endpoint:uri
        MessageHeader.source<BackboneElement name:string software:string version:string contact:ContactPoint endpoint:uri
        MessageHeader.response<BackboneElement identifier:id code:code details:Reference
        Meta<Element versionId:id lastUpdated:instant profile:uri security:Coding tag:Coding
        Money<Quantity
        NamingSystem<DomainResource name:string status:code kind:code date:dateTime publisher:string contact:ContactDetail responsible:string type:CodeableConcept description:markdown useContext:UsageContext jurisdiction:CodeableConcept usage:string uniqueId:. replacedBy:Reference
        NamingSystem.uniqueId<BackboneElement type:code value:string preferred:boolean comment:string period:Period
        Narrative<Element status:code div:xhtml
        NutritionOrder<DomainResource identifier:Identifier status:code patient:Reference encounter:Reference dateTime:dateTime orderer:Reference allergyIntolerance:Reference foodPreferenceModifier:CodeableConcept excludeFoodModifier:CodeableConcept oralDiet:. supplement:. enteralFormula:.
        NutritionOrder.oralDiet<BackboneElement type:CodeableConcept schedule:Timing nutrient:. texture:. fluidConsistencyType:CodeableConcept instruction:string
        NutritionOrder.oralDiet.nutrient<BackboneElement modifier:CodeableConcept amount:Quantity
        NutritionOrder.oralDiet.texture<BackboneElement modifier:CodeableConcept foodType:CodeableConcept
        NutritionOrder.supplement<BackboneElement type:CodeableConcept productName:string schedule:Timing quantity:Quantity instruction:string
        NutritionOrder.enteralFormula<BackboneElement baseFormulaType:CodeableConcept baseFormulaProductName:string additiveType:CodeableConcept additiveProductName:string caloricDensity:Quantity routeofAdministration:CodeableConcept administration:. maxVolumeToDeliver:Quantity administrationInstruction:string
        NutritionOrder.enteralFormula.administration<BackboneElement schedule:Timing quantity:Quantity rate[x]:Quantity|Ratio
        Observation<DomainResource identifier:Identifier basedOn:Reference status:code category:CodeableConcept code:CodeableConcept subject:Reference context:Reference effective[x]:dateTime|Period issued:instant performer:Reference value[x]:Quantity|CodeableConcept|string|boolean|Range|Ratio|SampledData|Attachment|time|dateTime|Period dataAbsentReason:CodeableConcept interpretation:CodeableConcept comment:string bodySite:CodeableConcept method:CodeableConcept specimen:Reference device:Reference referenceRange:. related:. component:.
        Observation.referenceRange<BackboneElement low:Quantity high:Quantity type:CodeableConcept appliesTo:CodeableConcept age:Range text:string
        Observation.related<BackboneElement type:code target:Reference
        Observation.component<BackboneElement code:CodeableConcept value[x]:Quantity|CodeableConcept|string|Range|Ratio|SampledData|Attachment|time|dateTime|Period dataAbsentReason:CodeableConcept interpretation:CodeableConcept referenceRange:#Observation.referenceRange
        OperationDefinition<DomainResource url:uri version:string name:string status:code kind:code experimental:boolean date:dateTime publisher:string contact:ContactDetail description:markdown useContext:UsageContext jurisdiction:CodeableConcept purpose:markdown idempotent:boolean code:code comment:string base:Reference resource:code system:boolean type:boolean instance:boolean parameter:. overload:.
        OperationDefinition.parameter<BackboneElement name:code use:code min:integer max:string documentation:string type:code searchType:code profile:Reference binding:. part:#OperationDefinition.parameter
        OperationDefinition.parameter.binding<BackboneElement strength:code valueSet[x]:uri|Reference
        OperationDefinition.overload<BackboneElement parameterName:string comment:string
        OperationOutcome<DomainResource issue:.
        OperationOutcome.issue<BackboneElement severity:code code:code details:CodeableConcept diagnostics:string location:string expression:string
        Organization<DomainResource identifier:Identifier active:boolean type:CodeableConcept name:string alias:string telecom:ContactPoint address:Address partOf:Reference contact:. endpoint:Reference
        Organization.contact<BackboneElement purpose:CodeableConcept name:HumanName telecom:ContactPoint address:Address
        ParameterDefinition<Element name:code use:code min:integer max:string documentation:string type:code profile:Reference
        Parameters<Resource parameter:.
        Parameters.parameter<BackboneElement name:string value[x]:* resource:Resource part:#Parameters.parameter
        Patient<DomainResource identifier:Identifier active:boolean name:HumanName telecom:ContactPoint gender:code birthDate:date deceased[x]:boolean|dateTime address:Address maritalStatus:CodeableConcept multipleBirth[x]:boolean|integer photo:Attachment contact:. animal:. communication:. generalPractitioner:Reference managingOrganization:Reference link:.
        Patient.contact<BackboneElement relationship:CodeableConcept name:HumanName telecom:ContactPoint address:Address gender:code organization:Reference period:Period
        Patient.animal<BackboneElement species:CodeableConcept breed:CodeableConcept genderStatus:CodeableConcept
        Patient.communication<BackboneElement language:CodeableConcept preferred:boolean
        Patient.link<BackboneElement other:Reference type:code
        PaymentNotice<DomainResource identifier:Identifier status:code request:Reference response:Reference statusDate:date created:dateTime target:Reference provider:Reference organization:Reference paymentStatus:CodeableConcept
        PaymentReconciliation<DomainResource identifier:Identifier status:code period:Period created:dateTime organization:Reference request:Reference outcome:CodeableConcept disposition:string requestProvider:Reference requestOrganization:Reference detail:. form:CodeableConcept total:Money processNote:.
        PaymentReconciliation.detail<BackboneElement type:CodeableConcept request:Reference response:Reference submitter:Reference payee:Reference date:date amount:Money
        PaymentReconciliation.processNote<BackboneElement type:CodeableConcept text:string
        Period<Element start:dateTime end:dateTime
        Person<DomainResource identifier:Identifier name:HumanName telecom:ContactPoint gender:code birthDate:date address:Address photo:Attachment managingOrganization:Reference active:boolean link:.
        Person.link<BackboneElement target:Reference assurance:code
        PlanDefinition<DomainResource url:uri identifier:Identifier version:string name:string title:string type:CodeableConcept status:code experimental:boolean date:dateTime publisher:string description:markdown purpose:markdown usage:string approvalDate:date lastReviewDate:date effectivePeriod:Period useContext:UsageContext jurisdiction:CodeableConcept topic:CodeableConcept contributor:Contributor contact:ContactDetail copyright:markdown relatedArtifact:RelatedArtifact library:Reference goal:. action:.
        PlanDefinition.goal<BackboneElement category:CodeableConcept description:CodeableConcept priority:CodeableConcept start:CodeableConcept addresses:CodeableConcept documentation:RelatedArtifact target:.
        PlanDefinition.goal.target<BackboneElement measure:CodeableConcept detail[x]:Quantity|Range|CodeableConcept due:Duration
        PlanDefinition.action<BackboneElement label:string title:string description:string textEquivalent:string code:CodeableConcept reason:CodeableConcept documentation:RelatedArtifact goalId:id triggerDefinition:TriggerDefinition condition:. input:DataRequirement output:DataRequirement relatedAction:. timing[x]:dateTime|Period|Duration|Range|Timing participant:. type:Coding groupingBehavior:code selectionBehavior:code requiredBehavior:code precheckBehavior:code cardinalityBehavior:code definition:Reference transform:Reference dynamicValue:. action:#PlanDefinition.action
        PlanDefinition.action.condition<BackboneElement kind:code description:string language:string expression:string
        PlanDefinition.action.relatedAction<BackboneElement actionId:id relationship:code offset[x]:Duration|Range
        PlanDefinition.action.participant<BackboneElement type:code role:CodeableConcept
        PlanDefinition.action.dynamicValue<BackboneElement description:string path:string language:string expression:string
        Practitioner<DomainResource identifier:Identifier active:boolean name:HumanName telecom:ContactPoint address:Address gender:code birthDate:date photo:Attachment qualification:. communication:CodeableConcept
        Practitioner.qualification<BackboneElement identifier:Identifier code:CodeableConcept period:Period issuer:Reference
        PractitionerRole<DomainResource identifier:Identifier active:boolean period:Period practitioner:Reference organization:Reference code:CodeableConcept specialty:CodeableConcept location:Reference healthcareService:Reference telecom:ContactPoint availableTime:. notAvailable:. availabilityExceptions:string endpoint:Reference
        PractitionerRole.availableTime<BackboneElement daysOfWeek:code allDay:boolean availableStartTime:time availableEndTime:time
        PractitionerRole.notAvailable<BackboneElement description:string during:Period
        Procedure<DomainResource identifier:Identifier definition:Reference basedOn:Reference partOf:Reference status:code notDone:boolean notDoneReason:CodeableConcept category:CodeableConcept code:CodeableConcept subject:Reference context:Reference performed[x]:dateTime|Period performer:. location:Reference reasonCode:CodeableConcept reasonReference:Reference bodySite:CodeableConcept outcome:CodeableConcept report:Reference complication:CodeableConcept complicationDetail:Reference followUp:CodeableConcept note:Annotation focalDevice:. usedReference:Reference usedCode:CodeableConcept
        Procedure.performer<BackboneElement role:CodeableConcept actor:Reference onBehalfOf:Reference
        Procedure.focalDevice<BackboneElement action:CodeableConcept manipulated:Reference
        ProcedureRequest<DomainResource identifier:Identifier definition:Reference basedOn:Reference replaces:Reference requisition:Identifier status:code intent:code priority:code doNotPerform:boolean category:CodeableConcept code:CodeableConcept subject:Reference context:Reference occurrence[x]:dateTime|Period|Timing asNeeded[x]:boolean|CodeableConcept authoredOn:dateTime requester:. performerType:CodeableConcept performer:Reference reasonCode:CodeableConcept reasonReference:Reference supportingInfo:Reference specimen:Reference bodySite:CodeableConcept note:Annotation relevantHistory:Reference
        ProcedureRequest.requester<BackboneElement agent:Reference onBehalfOf:Reference
        ProcessRequest<DomainResource identifier:Identifier status:code action:code target:Reference created:dateTime provider:Reference organization:Reference request:Reference response:Reference nullify:boolean reference:string item:. include:string exclude:string period:Period
        ProcessRequest.item<BackboneElement sequenceLinkId:integer
        ProcessResponse<DomainResource identifier:Identifier status:code created:dateTime organization:Reference request:Reference outcome:CodeableConcept disposition:string requestProvider:Reference requestOrganization:Reference form:CodeableConcept processNote:. error:CodeableConcept communicationRequest:Reference
        ProcessResponse.processNote<BackboneElement type:CodeableConcept text:string
        Provenance<DomainResource target:Reference period:Period recorded:instant policy:uri location:Reference reason:Coding activity:Coding agent:. entity:. signature:Signature
        Provenance.agent<BackboneElement role:CodeableConcept who[x]:uri|Reference onBehalfOf[x]:uri|Reference relatedAgentType:CodeableConcept
        Provenance.entity<BackboneElement role:code what[x]:uri|Reference|Identifier agent:#Provenance.agent
        Quantity<Element value:decimal comparator:code unit:string system:uri code:code
        Questionnaire<DomainResource url:uri identifier:Identifier version:string name:string title:string status:code experimental:boolean date:dateTime publisher:string description:markdown purpose:markdown approvalDate:date lastReviewDate:date effectivePeriod:Period useContext:UsageContext jurisdiction:CodeableConcept contact:ContactDetail copyright:markdown code:Coding subjectType:code item:.
        Questionnaire.item<BackboneElement linkId:string definition:uri code:Coding prefix:string text:string type:code enableWhen:. required:boolean repeats:boolean readOnly:boolean maxLength:integer options:Reference option:. initial[x]:boolean|decimal|integer|date|dateTime|time|string|uri|Attachment|Coding|Quantity|Reference item:#Questionnaire.item
        Questionnaire.item.enableWhen<BackboneElement question:string hasAnswer:boolean answer[x]:boolean|decimal|integer|date|dateTime|time|string|uri|Attachment|Coding|Quantity|Reference
        Questionnaire.item.option<BackboneElement value[x]:integer|date|time|string|Coding
        QuestionnaireResponse<DomainResource identifier:Identifier basedOn:Reference parent:Reference questionnaire:Reference status:code subject:Reference context:Reference authored:dateTime author:Reference source:Reference item:.
        QuestionnaireResponse.item<BackboneElement linkId:string definition:uri text:string subject:Reference answer:. item:#QuestionnaireResponse.item
        QuestionnaireResponse.item.answer<BackboneElement value[x]:boolean|decimal|integer|date|dateTime|time|string|uri|Attachment|Coding|Quantity|Reference item:#QuestionnaireResponse.item
        Range<Element low:Quantity high:Quantity
        Ratio<Element numerator:Quantity denominator:Quantity
        Reference<Element reference:string identifier:Identifier display:string
        ReferralRequest<DomainResource identifier:Identifier definition:Reference basedOn:Reference replaces:Reference groupIdentifier:Identifier status:code intent:code type:CodeableConcept priority:code serviceRequested:CodeableConcept subject:Reference context:Reference occurrence[x]:dateTime|Period authoredOn:dateTime requester:. specialty:CodeableConcept recipient:Reference reasonCode:CodeableConcept reasonReference:Reference description:string supportingInfo:Reference note:Annotation relevantHistory:Reference
        ReferralRequest.requester<BackboneElement agent:Reference onBehalfOf:Reference
        RelatedArtifact<Element type:code display:string citation:string url:uri document:Attachment resource:Reference
        RelatedPerson<DomainResource identifier:Identifier active:boolean patient:Reference relationship:CodeableConcept name:HumanName telecom:ContactPoint gender:code birthDate:date address:Address photo:Attachment period:Period
        RequestGroup<DomainResource identifier:Identifier definition:Reference basedOn:Reference replaces:Reference groupIdentifier:Identifier status:code intent:code priority:code subject:Reference context:Reference authoredOn:dateTime author:Reference reason[x]:CodeableConcept|Reference note:Annotation action:.
        RequestGroup.action<BackboneElement label:string title:string description:string textEquivalent:string code:CodeableConcept documentation:RelatedArtifact condition:. relatedAction:. timing[x]:dateTime|Period|Duration|Range|Timing participant:Reference type:Coding groupingBehavior:code selectionBehavior:code requiredBehavior:code precheckBehavior:code cardinalityBehavior:code resource:Reference action:#RequestGroup.action
        RequestGroup.action.condition<BackboneElement kind:code description:string language:string expression:string
        RequestGroup.action.relatedAction<BackboneElement actionId:id relationship:code offset[x]:Duration|Range
        ResearchStudy<DomainResource identifier:Identifier title:string protocol:Reference partOf:Reference status:code category:CodeableConcept focus:CodeableConcept contact:ContactDetail relatedArtifact:RelatedArtifact keyword:CodeableConcept jurisdiction:CodeableConcept description:markdown enrollment:Reference period:Period sponsor:Reference principalInvestigator:Reference site:Reference reasonStopped:CodeableConcept note:Annotation arm:.
        ResearchStudy.arm<BackboneElement name:string code:CodeableConcept description:string
        ResearchSubject<DomainResource identifier:Identifier status:code period:Period study:Reference individual:Reference assignedArm:string actualArm:string consent:Reference
        Resource< id:id meta:Meta implicitRules:uri language:code
        RiskAssessment<DomainResource identifier:Identifier basedOn:Reference parent:Reference status:code method:CodeableConcept code:CodeableConcept subject:Reference context:Reference occurrence[x]:dateTime|Period condition:Reference performer:Reference reason[x]:CodeableConcept|Reference basis:Reference prediction:. mitigation:string comment:string
        RiskAssessment.prediction<BackboneElement outcome:CodeableConcept probability[x]:decimal|Range qualitativeRisk:CodeableConcept relativeRisk:decimal when[x]:Period|Range rationale:string
        SampledData<Element origin:Quantity period:decimal factor:decimal lowerLimit:decimal upperLimit:decimal dimensions:positiveInt data:string
        Schedule<DomainResource identifier:Identifier active:boolean serviceCategory:CodeableConcept serviceType:CodeableConcept specialty:CodeableConcept actor:Reference planningHorizon:Period comment:string
        SearchParameter<DomainResource url:uri version:string name:string status:code experimental:boolean date:dateTime publisher:string contact:ContactDetail useContext:UsageContext jurisdiction:CodeableConcept purpose:markdown code:code base:code type:code derivedFrom:uri description:markdown expression:string xpath:string xpathUsage:code target:code comparator:code modifier:code chain:string component:.
        SearchParameter.component<BackboneElement definition:Reference expression:string
        Sequence<DomainResource identifier:Identifier type:code coordinateSystem:integer patient:Reference specimen:Reference device:Reference performer:Reference quantity:Quantity referenceSeq:. variant:. observedSeq:string quality:. readCoverage:integer repository:. pointer:Reference
        Sequence.referenceSeq<BackboneElement chromosome:CodeableConcept genomeBuild:string referenceSeqId:CodeableConcept referenceSeqPointer:Reference referenceSeqString:string strand:integer windowStart:integer windowEnd:integer
        Sequence.variant<BackboneElement start:integer end:integer observedAllele:string referenceAllele:string cigar:string variantPointer:Reference
        Sequence.quality<BackboneElement type:code standardSequence:CodeableConcept start:integer end:integer score:Quantity method:CodeableConcept truthTP:decimal queryTP:decimal truthFN:decimal queryFP:decimal gtFP:decimal precision:decimal recall:decimal fScore:decimal
        Sequence.repository<BackboneElement type:code url:uri name:string datasetId:string variantsetId:string readsetId:string
        ServiceDefinition<DomainResource url:uri identifier:Identifier version:string name:string title:string status:code experimental:boolean date:dateTime publisher:string description:markdown purpose:markdown usage:string approvalDate:date lastReviewDate:date effectivePeriod:Period useContext:UsageContext jurisdiction:CodeableConcept topic:CodeableConcept contributor:Contributor contact:ContactDetail copyright:markdown relatedArtifact:RelatedArtifact trigger:TriggerDefinition dataRequirement:DataRequirement operationDefinition:Reference
        Signature<Element type:Coding when:instant who[x]:uri|Reference onBehalfOf[x]:uri|Reference contentType:code blob:base64Binary
        Slot<DomainResource identifier:Identifier serviceCategory:CodeableConcept serviceType:CodeableConcept specialty:CodeableConcept appointmentType:CodeableConcept schedule:Reference status:code start:instant end:instant overbooked:boolean comment:string
        Specimen<DomainResource identifier:Identifier accessionIdentifier:Identifier status:code type:CodeableConcept subject:Reference receivedTime:dateTime parent:Reference request:Reference collection:. processing:. container:. note:Annotation
        Specimen.collection<BackboneElement collector:Reference collected[x]:dateTime|Period quantity:Quantity method:CodeableConcept bodySite:CodeableConcept
        Specimen.processing<BackboneElement description:string procedure:CodeableConcept additive:Reference time[x]:dateTime|Period
        Specimen.container<BackboneElement identifier:Identifier description:string type:CodeableConcept capacity:Quantity specimenQuantity:Quantity additive[x]:CodeableConcept|Reference
        StructureDefinition<DomainResource url:uri identifier:Identifier version:string name:string title:string status:code experimental:boolean date:dateTime publisher:string contact:ContactDetail description:markdown useContext:UsageContext jurisdiction:CodeableConcept purpose:markdown copyright:markdown keyword:Coding fhirVersion:id mapping:. kind:code abstract:boolean contextType:code context:string contextInvariant:string type:code baseDefinition:uri derivation:code snapshot:. differential:.
        StructureDefinition.mapping<BackboneElement identity:id uri:uri name:string comment:string
        StructureDefinition.snapshot<BackboneElement element:ElementDefinition
        StructureDefinition.differential<BackboneElement element:ElementDefinition
        StructureMap<DomainResource url:uri identifier:Identifier version:string name:string title:string status:code experimental:boolean date:dateTime publisher:string contact:ContactDetail description:markdown useContext:UsageContext jurisdiction:CodeableConcept purpose:markdown copyright:markdown structure:. import:uri group:.
        StructureMap.structure<BackboneElement url:uri mode:code alias:string documentation:string
        StructureMap.group<BackboneElement name:id extends:id typeMode:code documentation:string input:. rule:.
        StructureMap.group.input<BackboneElement name:id type:string mode:code documentation:string
        StructureMap.group.rule<BackboneElement name:id source:. target:. rule:#StructureMap.group.rule dependent:. documentation:string
        StructureMap.group.rule.source<BackboneElement context:id min:integer max:string type:string defaultValue[x]:* element:string listMode:code variable:id condition:string check:string
        StructureMap.group.rule.target<BackboneElement context:id contextType:code element:string variable:id listMode:code listRuleId:id transform:code parameter:.
        StructureMap.group.rule.target.parameter<BackboneElement value[x]:id|string|boolean|integer|decimal
        StructureMap.group.rule.dependent<BackboneElement name:id variable:string
        Subscription<DomainResource status:code contact:ContactPoint end:instant reason:string criteria:string error:string channel:. tag:Coding
        Subscription.channel<BackboneElement type:code endpoint:uri payload:string header:string
        Substance<DomainResource identifier:Identifier status:code category:CodeableConcept code:CodeableConcept description:string instance:. ingredient:.
        Substance.instance<BackboneElement identifier:Identifier expiry:dateTime quantity:Quantity
        Substance.ingredient<BackboneElement quantity:Ratio substance[x]:CodeableConcept|Reference
        SupplyDelivery<DomainResource identifier:Identifier basedOn:Reference partOf:Reference status:code patient:Reference type:CodeableConcept suppliedItem:. occurrence[x]:dateTime|Period|Timing supplier:Reference destination:Reference receiver:Reference
        SupplyDelivery.suppliedItem<BackboneElement quantity:Quantity item[x]:CodeableConcept|Reference
        SupplyRequest<DomainResource identifier:Identifier status:code category:CodeableConcept priority:code orderedItem:. occurrence[x]:dateTime|Period|Timing authoredOn:dateTime requester:. supplier:Reference reason[x]:CodeableConcept|Reference deliverFrom:Reference deliverTo:Reference
        SupplyRequest.orderedItem<BackboneElement quantity:Quantity item[x]:CodeableConcept|Reference
        SupplyRequest.requester<BackboneElement agent:Reference onBehalfOf:Reference
        Task<DomainResource identifier:Identifier definition[x]:uri|Reference basedOn:Reference groupIdentifier:Identifier partOf:Reference status:code statusReason:CodeableConcept businessStatus:CodeableConcept intent:code priority:code code:CodeableConcept description:string focus:Reference for:Reference context:Reference executionPeriod:Period authoredOn:dateTime lastModified:dateTime requester:. performerType:CodeableConcept owner:Reference reason:CodeableConcept note:Annotation relevantHistory:Reference restriction:. input:. output:.
        Task.requester<BackboneElement agent:Reference onBehalfOf:Reference
        Task.restriction<BackboneElement repetitions:positiveInt period:Period recipient:Reference
        Task.input<BackboneElement type:CodeableConcept value[x]:*
        Task.output<BackboneElement type:CodeableConcept value[x]:*
        TestReport<DomainResource identifier:Identifier name:string status:code testScript:Reference result:code score:decimal tester:string issued:dateTime participant:. setup:. test:. teardown:.
        TestReport.participant<BackboneElement type:code uri:uri display:string
        TestReport.setup<BackboneElement action:.
        TestReport.setup.action<BackboneElement operation:. assert:.
        TestReport.setup.action.operation<BackboneElement result:code message:markdown detail:uri
        TestReport.setup.action.assert<BackboneElement result:code message:markdown detail:string
        TestReport.test<BackboneElement name:string description:string action:.
        TestReport.test.action<BackboneElement operation:#TestReport.setup.action.operation assert:#TestReport.setup.action.assert
        TestReport.teardown<BackboneElement action:.
        TestReport.teardown.action<BackboneElement operation:#TestReport.setup.action.operation
        TestScript<DomainResource url:uri identifier:Identifier version:string name:string title:string status:code experimental:boolean date:dateTime publisher:string contact:ContactDetail description:markdown useContext:UsageContext jurisdiction:CodeableConcept purpose:markdown copyright:markdown origin:. destination:. metadata:. fixture:. profile:Reference variable:. rule:. ruleset:. setup:. test:. teardown:.
        TestScript.origin<BackboneElement index:integer profile:Coding
        TestScript.destination<BackboneElement index:integer profile:Coding
        TestScript.metadata<BackboneElement link:. capability:.
        TestScript.metadata.link<BackboneElement url:uri description:string
        TestScript.metadata.capability<BackboneElement required:boolean validated:boolean description:string origin:integer destination:integer link:uri capabilities:Reference
        TestScript.fixture<BackboneElement autocreate:boolean autodelete:boolean resource:Reference
        TestScript.variable<BackboneElement name:string defaultValue:string description:string expression:string headerField:string hint:string path:string sourceId:id
        TestScript.rule<BackboneElement resource:Reference param:.
        TestScript.rule.param<BackboneElement name:string value:string
        TestScript.ruleset<BackboneElement resource:Reference rule:.
        TestScript.ruleset.rule<BackboneElement ruleId:id param:.
        TestScript.ruleset.rule.param<BackboneElement name:string value:string
        TestScript.setup<BackboneElement action:.
        TestScript.setup.action<BackboneElement operation:. assert:.
        TestScript.setup.action.operation<BackboneElement type:Coding resource:code label:string description:string accept:code contentType:code destination:integer encodeRequestUrl:boolean origin:integer params:string requestHeader:. requestId:id responseId:id sourceId:id targetId:id url:string
        TestScript.setup.action.operation.requestHeader<BackboneElement field:string value:string
        TestScript.setup.action.assert<BackboneElement label:string description:string direction:code compareToSourceId:string compareToSourceExpression:string compareToSourcePath:string contentType:code expression:string headerField:string minimumId:string navigationLinks:boolean operator:code path:string requestMethod:code requestURL:string resource:code response:code responseCode:string rule:. ruleset:. sourceId:id validateProfileId:id value:string warningOnly:boolean
        TestScript.setup.action.assert.rule<BackboneElement ruleId:id param:.
        TestScript.setup.action.assert.rule.param<BackboneElement name:string value:string
        TestScript.setup.action.assert.ruleset<BackboneElement rulesetId:id rule:.
        TestScript.setup.action.assert.ruleset.rule<BackboneElement ruleId:id param:.
        TestScript.setup.action.assert.ruleset.rule.param<BackboneElement name:string value:string
        TestScript.test<BackboneElement name:string description:string action:.
        TestScript.test.action<BackboneElement operation:#TestScript.setup.action.operation assert:#TestScript.setup.action.assert
        TestScript.teardown<BackboneElement action:.
        TestScript.teardown.action<BackboneElement operation:#TestScript.setup.action.operation
        Timing<Element event:dateTime repeat:. code:CodeableConcept
        Timing.repeat<Element bounds[x]:Duration|Range|Period count:integer countMax:integer duration:decimal durationMax:decimal durationUnit:code frequency:integer frequencyMax:integer period:decimal periodMax:decimal periodUnit:code dayOfWeek:code timeOfDay:time when:code offset:unsignedInt
        TriggerDefinition<Element type:code eventName:string eventTiming[x]:Timing|Reference|date|dateTime eventData:DataRequirement
        UsageContext<Element code:Coding value[x]:CodeableConcept|Quantity|Range
        ValueSet<DomainResource url:uri identifier:Identifier version:string name:string title:string status:code experimental:boolean date:dateTime publisher:string contact:ContactDetail description:markdown useContext:UsageContext jurisdiction:CodeableConcept immutable:boolean purpose:markdown copyright:markdown extensible:boolean compose:. expansion:.
        ValueSet.compose<BackboneElement lockedDate:date inactive:boolean include:. exclude:#ValueSet.compose.include
        ValueSet.compose.include<BackboneElement system:uri version:string concept:. filter:. valueSet:uri
        ValueSet.compose.include.concept<BackboneElement code:code display:string designation:.
        ValueSet.compose.include.concept.designation<BackboneElement language:code use:Coding value:string
        ValueSet.compose.include.filter<BackboneElement property:code op:code value:code
        ValueSet.expansion<BackboneElement identifier:uri timestamp:dateTime total:integer offset:integer parameter:. contains:.
        ValueSet.expansion.parameter<BackboneElement name:string value[x]:string|boolean|integer|decimal|uri|code
        ValueSet.expansion.contains<BackboneElement system:uri abstract:boolean inactive:boolean version:string code:code display:string designation:#ValueSet.compose.include.concept.designation contains:#ValueSet.expansion.contains
        VisionPrescription<DomainResource identifier:Identifier status:code patient:Reference encounter:Reference dateWritten:dateTime prescriber:Reference reason[x]:CodeableConcept|Reference dispense:.
        VisionPrescription.dispense<BackboneElement product:CodeableConcept eye:code sphere:decimal cylinder:decimal axis:integer prism:decimal base:code add:decimal power:decimal backCurve:decimal diameter:decimal duration:Quantity color:string brand:string note:Annotation
        base64Binary<Element
        boolean<Element
        code<string
        date<Element
        dateTime<Element
        decimal<Element
        id<string
        instant<Element
        integer<Element
        markdown<string
        oid<uri
        positiveInt<integer
        string<Element
        time<Element
        unsignedInt<integer
        uri<Element
        uuid<uri
        xhtml<Element
        """
}
