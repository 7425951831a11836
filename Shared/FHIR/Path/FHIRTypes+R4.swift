// Made by deploy/dev/fhir/make-types; how to read it is said there.

extension FHIRTypes {
    static let r4Table: StaticString = """
        Account<DomainResource identifier:Identifier status:code type:CodeableConcept name:string subject:Reference servicePeriod:Period coverage:. owner:Reference description:string guarantor:. partOf:Reference
        Account.coverage<BackboneElement coverage:Reference priority:positiveInt
        Account.guarantor<BackboneElement party:Reference onHold:boolean period:Period
        ActivityDefinition<DomainResource url:uri identifier:Identifier version:string name:string title:string subtitle:string status:code experimental:boolean subject[x]:CodeableConcept|Reference date:dateTime publisher:string contact:ContactDetail description:markdown useContext:UsageContext jurisdiction:CodeableConcept purpose:markdown usage:string copyright:markdown approvalDate:date lastReviewDate:date effectivePeriod:Period topic:CodeableConcept author:ContactDetail editor:ContactDetail reviewer:ContactDetail endorser:ContactDetail relatedArtifact:RelatedArtifact library:canonical kind:code profile:canonical code:CodeableConcept intent:code priority:code doNotPerform:boolean timing[x]:Timing|dateTime|Age|Period|Range|Duration location:Reference participant:. product[x]:Reference|CodeableConcept quantity:Quantity dosage:Dosage bodySite:CodeableConcept specimenRequirement:Reference observationRequirement:Reference observationResultRequirement:Reference transform:canonical dynamicValue:.
        ActivityDefinition.participant<BackboneElement type:code role:CodeableConcept
        ActivityDefinition.dynamicValue<BackboneElement path:string expression:Expression
        Address<Element use:code type:code text:string line:string city:string district:string state:string postalCode:string country:string period:Period
        AdverseEvent<DomainResource identifier:Identifier actuality:code category:CodeableConcept event:CodeableConcept subject:Reference encounter:Reference date:dateTime detected:dateTime recordedDate:dateTime resultingCondition:Reference location:Reference seriousness:CodeableConcept severity:CodeableConcept outcome:CodeableConcept recorder:Reference contributor:Reference suspectEntity:. subjectMedicalHistory:Reference referenceDocument:Reference study:Reference
        AdverseEvent.suspectEntity<BackboneElement instance:Reference causality:.
        AdverseEvent.suspectEntity.causality<BackboneElement assessment:CodeableConcept productRelatedness:string author:Reference method:CodeableConcept
        Age<Quantity
        AllergyIntolerance<DomainResource identifier:Identifier clinicalStatus:CodeableConcept verificationStatus:CodeableConcept type:code category:code criticality:code code:CodeableConcept patient:Reference encounter:Reference onset[x]:dateTime|Age|Period|Range|string recordedDate:dateTime recorder:Reference asserter:Reference lastOccurrence:dateTime note:Annotation reaction:.
        AllergyIntolerance.reaction<BackboneElement substance:CodeableConcept manifestation:CodeableConcept description:string onset:dateTime severity:code exposureRoute:CodeableConcept note:Annotation
        Annotation<Element author[x]:Reference|string time:dateTime text:markdown
        Appointment<DomainResource identifier:Identifier status:code cancelationReason:CodeableConcept serviceCategory:CodeableConcept serviceType:CodeableConcept specialty:CodeableConcept appointmentType:CodeableConcept reasonCode:CodeableConcept reasonReference:Reference priority:unsignedInt description:string supportingInformation:Reference start:instant end:instant minutesDuration:positiveInt slot:Reference created:dateTime comment:string patientInstruction:string basedOn:Reference participant:. requestedPeriod:Period
        Appointment.participant<BackboneElement type:CodeableConcept actor:Reference required:code status:code period:Period
        AppointmentResponse<DomainResource identifier:Identifier appointment:Reference start:instant end:instant participantType:CodeableConcept actor:Reference participantStatus:code comment:string
        Attachment<Element contentType:code language:code data:base64Binary url:url size:unsignedInt hash:base64Binary title:string creation:dateTime
        AuditEvent<DomainResource type:Coding subtype:Coding action:code period:Period recorded:instant outcome:code outcomeDesc:string purposeOfEvent:CodeableConcept agent:. source:. entity:.
        AuditEvent.agent<BackboneElement type:CodeableConcept role:CodeableConcept who:Reference altId:string name:string requestor:boolean location:Reference policy:uri media:Coding network:. purposeOfUse:CodeableConcept
        AuditEvent.agent.network<BackboneElement address:string type:code
        AuditEvent.source<BackboneElement site:string observer:Reference type:Coding
        AuditEvent.entity<BackboneElement what:Reference type:Coding role:Coding lifecycle:Coding securityLabel:Coding name:string description:string query:base64Binary detail:.
        AuditEvent.entity.detail<BackboneElement type:string value[x]:string|base64Binary
        BackboneElement<Element modifierExtension:Extension
        Basic<DomainResource identifier:Identifier code:CodeableConcept subject:Reference created:date author:Reference
        Binary<Resource contentType:code securityContext:Reference data:base64Binary
        BiologicallyDerivedProduct<DomainResource identifier:Identifier productCategory:code productCode:CodeableConcept status:code request:Reference quantity:integer parent:Reference collection:. processing:. manipulation:. storage:.
        BiologicallyDerivedProduct.collection<BackboneElement collector:Reference source:Reference collected[x]:dateTime|Period
        BiologicallyDerivedProduct.processing<BackboneElement description:string procedure:CodeableConcept additive:Reference time[x]:dateTime|Period
        BiologicallyDerivedProduct.manipulation<BackboneElement description:string time[x]:dateTime|Period
        BiologicallyDerivedProduct.storage<BackboneElement description:string temperature:decimal scale:code duration:Period
        BodyStructure<DomainResource identifier:Identifier active:boolean morphology:CodeableConcept location:CodeableConcept locationQualifier:CodeableConcept description:string image:Attachment patient:Reference
        Bundle<Resource identifier:Identifier type:code timestamp:instant total:unsignedInt link:. entry:. signature:Signature
        Bundle.link<BackboneElement relation:string url:uri
        Bundle.entry<BackboneElement link:#Bundle.link fullUrl:uri resource:Resource search:. request:. response:.
        Bundle.entry.search<BackboneElement mode:code score:decimal
        Bundle.entry.request<BackboneElement method:code url:uri ifNoneMatch:string ifModifiedSince:instant ifMatch:string ifNoneExist:string
        Bundle.entry.response<BackboneElement status:string location:uri etag:string lastModified:instant outcome:Resource
        CapabilityStatement<DomainResource url:uri version:string name:string title:string status:code experimental:boolean date:dateTime publisher:string contact:ContactDetail description:markdown useContext:UsageContext jurisdiction:CodeableConcept purpose:markdown copyright:markdown kind:code instantiates:canonical imports:canonical software:. implementation:. fhirVersion:code format:code patchFormat:code implementationGuide:canonical rest:. messaging:. document:.
        CapabilityStatement.software<BackboneElement name:string version:string releaseDate:dateTime
        CapabilityStatement.implementation<BackboneElement description:string url:url custodian:Reference
        CapabilityStatement.rest<BackboneElement mode:code documentation:markdown security:. resource:. interaction:. searchParam:#CapabilityStatement.rest.resource.searchParam operation:#CapabilityStatement.rest.resource.operation compartment:canonical
        CapabilityStatement.rest.security<BackboneElement cors:boolean service:CodeableConcept description:markdown
        CapabilityStatement.rest.resource<BackboneElement type:code profile:canonical supportedProfile:canonical documentation:markdown interaction:. versioning:code readHistory:boolean updateCreate:boolean conditionalCreate:boolean conditionalRead:code conditionalUpdate:boolean conditionalDelete:code referencePolicy:code searchInclude:string searchRevInclude:string searchParam:. operation:.
        CapabilityStatement.rest.resource.interaction<BackboneElement code:code documentation:markdown
        CapabilityStatement.rest.resource.searchParam<BackboneElement name:string definition:canonical type:code documentation:markdown
        CapabilityStatement.rest.resource.operation<BackboneElement name:string definition:canonical documentation:markdown
        CapabilityStatement.rest.interaction<BackboneElement code:code documentation:markdown
        CapabilityStatement.messaging<BackboneElement endpoint:. reliableCache:unsignedInt documentation:markdown supportedMessage:.
        CapabilityStatement.messaging.endpoint<BackboneElement protocol:Coding address:url
        CapabilityStatement.messaging.supportedMessage<BackboneElement mode:code definition:canonical
        CapabilityStatement.document<BackboneElement mode:code documentation:markdown profile:canonical
        CarePlan<DomainResource identifier:Identifier instantiatesCanonical:canonical instantiatesUri:uri basedOn:Reference replaces:Reference partOf:Reference status:code intent:code category:CodeableConcept title:string description:string subject:Reference encounter:Reference period:Period created:dateTime author:Reference contributor:Reference careTeam:Reference addresses:Reference supportingInfo:Reference goal:Reference activity:. note:Annotation
        CarePlan.activity<BackboneElement outcomeCodeableConcept:CodeableConcept outcomeReference:Reference progress:Annotation reference:Reference detail:.
        CarePlan.activity.detail<BackboneElement kind:code instantiatesCanonical:canonical instantiatesUri:uri code:CodeableConcept reasonCode:CodeableConcept reasonReference:Reference goal:Reference status:code statusReason:CodeableConcept doNotPerform:boolean scheduled[x]:Timing|Period|string location:Reference performer:Reference product[x]:CodeableConcept|Reference dailyAmount:Quantity quantity:Quantity description:string
        CareTeam<DomainResource identifier:Identifier status:code category:CodeableConcept name:string subject:Reference encounter:Reference period:Period participant:. reasonCode:CodeableConcept reasonReference:Reference managingOrganization:Reference telecom:ContactPoint note:Annotation
        CareTeam.participant<BackboneElement role:CodeableConcept member:Reference onBehalfOf:Reference period:Period
        CatalogEntry<DomainResource identifier:Identifier type:CodeableConcept orderable:boolean referencedItem:Reference additionalIdentifier:Identifier classification:CodeableConcept status:code validityPeriod:Period validTo:dateTime lastUpdated:dateTime additionalCharacteristic:CodeableConcept additionalClassification:CodeableConcept relatedEntry:.
        CatalogEntry.relatedEntry<BackboneElement relationtype:code item:Reference
        ChargeItem<DomainResource identifier:Identifier definitionUri:uri definitionCanonical:canonical status:code partOf:Reference code:CodeableConcept subject:Reference context:Reference occurrence[x]:dateTime|Period|Timing performer:. performingOrganization:Reference requestingOrganization:Reference costCenter:Reference quantity:Quantity bodysite:CodeableConcept factorOverride:decimal priceOverride:Money overrideReason:string enterer:Reference enteredDate:dateTime reason:CodeableConcept service:Reference product[x]:Reference|CodeableConcept account:Reference note:Annotation supportingInformation:Reference
        ChargeItem.performer<BackboneElement function:CodeableConcept actor:Reference
        ChargeItemDefinition<DomainResource url:uri identifier:Identifier version:string title:string derivedFromUri:uri partOf:canonical replaces:canonical status:code experimental:boolean date:dateTime publisher:string contact:ContactDetail description:markdown useContext:UsageContext jurisdiction:CodeableConcept copyright:markdown approvalDate:date lastReviewDate:date effectivePeriod:Period code:CodeableConcept instance:Reference applicability:. propertyGroup:.
        ChargeItemDefinition.applicability<BackboneElement description:string language:string expression:string
        ChargeItemDefinition.propertyGroup<BackboneElement applicability:#ChargeItemDefinition.applicability priceComponent:.
        ChargeItemDefinition.propertyGroup.priceComponent<BackboneElement type:code code:CodeableConcept factor:decimal amount:Money
        Claim<DomainResource identifier:Identifier status:code type:CodeableConcept subType:CodeableConcept use:code patient:Reference billablePeriod:Period created:dateTime enterer:Reference insurer:Reference provider:Reference priority:CodeableConcept fundsReserve:CodeableConcept related:. prescription:Reference originalPrescription:Reference payee:. referral:Reference facility:Reference careTeam:. supportingInfo:. diagnosis:. procedure:. insurance:. accident:. item:. total:Money
        Claim.related<BackboneElement claim:Reference relationship:CodeableConcept reference:Identifier
        Claim.payee<BackboneElement type:CodeableConcept party:Reference
        Claim.careTeam<BackboneElement sequence:positiveInt provider:Reference responsible:boolean role:CodeableConcept qualification:CodeableConcept
        Claim.supportingInfo<BackboneElement sequence:positiveInt category:CodeableConcept code:CodeableConcept timing[x]:date|Period value[x]:boolean|string|Quantity|Attachment|Reference reason:CodeableConcept
        Claim.diagnosis<BackboneElement sequence:positiveInt diagnosis[x]:CodeableConcept|Reference type:CodeableConcept onAdmission:CodeableConcept packageCode:CodeableConcept
        Claim.procedure<BackboneElement sequence:positiveInt type:CodeableConcept date:dateTime procedure[x]:CodeableConcept|Reference udi:Reference
        Claim.insurance<BackboneElement sequence:positiveInt focal:boolean identifier:Identifier coverage:Reference businessArrangement:string preAuthRef:string claimResponse:Reference
        Claim.accident<BackboneElement date:date type:CodeableConcept location[x]:Address|Reference
        Claim.item<BackboneElement sequence:positiveInt careTeamSequence:positiveInt diagnosisSequence:positiveInt procedureSequence:positiveInt informationSequence:positiveInt revenue:CodeableConcept category:CodeableConcept productOrService:CodeableConcept modifier:CodeableConcept programCode:CodeableConcept serviced[x]:date|Period location[x]:CodeableConcept|Address|Reference quantity:Quantity unitPrice:Money factor:decimal net:Money udi:Reference bodySite:CodeableConcept subSite:CodeableConcept encounter:Reference detail:.
        Claim.item.detail<BackboneElement sequence:positiveInt revenue:CodeableConcept category:CodeableConcept productOrService:CodeableConcept modifier:CodeableConcept programCode:CodeableConcept quantity:Quantity unitPrice:Money factor:decimal net:Money udi:Reference subDetail:.
        Claim.item.detail.subDetail<BackboneElement sequence:positiveInt revenue:CodeableConcept category:CodeableConcept productOrService:CodeableConcept modifier:CodeableConcept programCode:CodeableConcept quantity:Quantity unitPrice:Money factor:decimal net:Money udi:Reference
        ClaimResponse<DomainResource identifier:Identifier status:code type:CodeableConcept subType:CodeableConcept use:code patient:Reference created:dateTime insurer:Reference requestor:Reference request:Reference outcome:code disposition:string preAuthRef:string preAuthPeriod:Period payeeType:CodeableConcept item:. addItem:. adjudication:#ClaimResponse.item.adjudication total:. payment:. fundsReserve:CodeableConcept formCode:CodeableConcept form:Attachment processNote:. communicationRequest:Reference insurance:. error:.
        ClaimResponse.item<BackboneElement itemSequence:positiveInt noteNumber:positiveInt adjudication:. detail:.
        ClaimResponse.item.adjudication<BackboneElement category:CodeableConcept reason:CodeableConcept amount:Money value:decimal
        ClaimResponse.item.detail<BackboneElement detailSequence:positiveInt noteNumber:positiveInt adjudication:#ClaimResponse.item.adjudication subDetail:.
        ClaimResponse.item.detail.subDetail<BackboneElement subDetailSequence:positiveInt noteNumber:positiveInt adjudication:#ClaimResponse.item.adjudication
        ClaimResponse.addItem<BackboneElement itemSequence:positiveInt detailSequence:positiveInt subdetailSequence:positiveInt provider:Reference productOrService:CodeableConcept modifier:CodeableConcept programCode:CodeableConcept serviced[x]:date|Period location[x]:CodeableConcept|Address|Reference quantity:Quantity unitPrice:Money factor:decimal net:Money bodySite:CodeableConcept subSite:CodeableConcept noteNumber:positiveInt adjudication:#ClaimResponse.item.adjudication detail:.
        ClaimResponse.addItem.detail<BackboneElement productOrService:CodeableConcept modifier:CodeableConcept quantity:Quantity unitPrice:Money factor:decimal net:Money noteNumber:positiveInt adjudication:#ClaimResponse.item.adjudication subDetail:.
        ClaimResponse.addItem.detail.subDetail<BackboneElement productOrService:CodeableConcept modifier:CodeableConcept quantity:Quantity unitPrice:Money factor:decimal net:Money noteNumber:positiveInt adjudication:#ClaimResponse.item.adjudication
        ClaimResponse.total<BackboneElement category:CodeableConcept amount:Money
        ClaimResponse.payment<BackboneElement type:CodeableConcept adjustment:Money adjustmentReason:CodeableConcept date:date amount:Money identifier:Identifier
        ClaimResponse.processNote<BackboneElement number:positiveInt type:code text:string language:CodeableConcept
        ClaimResponse.insurance<BackboneElement sequence:positiveInt focal:boolean coverage:Reference businessArrangement:string claimResponse:Reference
        ClaimResponse.error<BackboneElement itemSequence:positiveInt detailSequence:positiveInt subDetailSequence:positiveInt code:CodeableConcept
        ClinicalImpression<DomainResource identifier:Identifier status:code statusReason:CodeableConcept code:CodeableConcept description:string subject:Reference encounter:Reference effective[x]:dateTime|Period date:dateTime assessor:Reference previous:Reference problem:Reference investigation:. protocol:uri summary:string finding:. prognosisCodeableConcept:CodeableConcept prognosisReference:Reference supportingInfo:Reference note:Annotation
        ClinicalImpression.investigation<BackboneElement code:CodeableConcept item:Reference
        ClinicalImpression.finding<BackboneElement itemCodeableConcept:CodeableConcept itemReference:Reference basis:string
        CodeSystem<DomainResource url:uri identifier:Identifier version:string name:string title:string status:code experimental:boolean date:dateTime publisher:string contact:ContactDetail description:markdown useContext:UsageContext jurisdiction:CodeableConcept purpose:markdown copyright:markdown caseSensitive:boolean valueSet:canonical hierarchyMeaning:code compositional:boolean versionNeeded:boolean content:code supplements:canonical count:unsignedInt filter:. property:. concept:.
        CodeSystem.filter<BackboneElement code:code description:string operator:code value:string
        CodeSystem.property<BackboneElement code:code uri:uri description:string type:code
        CodeSystem.concept<BackboneElement code:code display:string definition:string designation:. property:. concept:#CodeSystem.concept
        CodeSystem.concept.designation<BackboneElement language:code use:Coding value:string
        CodeSystem.concept.property<BackboneElement code:code value[x]:code|Coding|string|integer|boolean|dateTime|decimal
        CodeableConcept<Element coding:Coding text:string
        Coding<Element system:uri version:string code:code display:string userSelected:boolean
        Communication<DomainResource identifier:Identifier instantiatesCanonical:canonical instantiatesUri:uri basedOn:Reference partOf:Reference inResponseTo:Reference status:code statusReason:CodeableConcept category:CodeableConcept priority:code medium:CodeableConcept subject:Reference topic:CodeableConcept about:Reference encounter:Reference sent:dateTime received:dateTime recipient:Reference sender:Reference reasonCode:CodeableConcept reasonReference:Reference payload:. note:Annotation
        Communication.payload<BackboneElement content[x]:string|Attachment|Reference
        CommunicationRequest<DomainResource identifier:Identifier basedOn:Reference replaces:Reference groupIdentifier:Identifier status:code statusReason:CodeableConcept category:CodeableConcept priority:code doNotPerform:boolean medium:CodeableConcept subject:Reference about:Reference encounter:Reference payload:. occurrence[x]:dateTime|Period authoredOn:dateTime requester:Reference recipient:Reference sender:Reference reasonCode:CodeableConcept reasonReference:Reference note:Annotation
        CommunicationRequest.payload<BackboneElement content[x]:string|Attachment|Reference
        CompartmentDefinition<DomainResource url:uri version:string name:string status:code experimental:boolean date:dateTime publisher:string contact:ContactDetail description:markdown useContext:UsageContext purpose:markdown code:code search:boolean resource:.
        CompartmentDefinition.resource<BackboneElement code:code param:string documentation:string
        Composition<DomainResource identifier:Identifier status:code type:CodeableConcept category:CodeableConcept subject:Reference encounter:Reference date:dateTime author:Reference title:string confidentiality:code attester:. custodian:Reference relatesTo:. event:. section:.
        Composition.attester<BackboneElement mode:code time:dateTime party:Reference
        Composition.relatesTo<BackboneElement code:code target[x]:Identifier|Reference
        Composition.event<BackboneElement code:CodeableConcept period:Period detail:Reference
        Composition.section<BackboneElement title:string code:CodeableConcept author:Reference focus:Reference text:Narrative mode:code orderedBy:CodeableConcept entry:Reference emptyReason:CodeableConcept section:#Composition.section
        ConceptMap<DomainResource url:uri identifier:Identifier version:string name:string title:string status:code experimental:boolean date:dateTime publisher:string contact:ContactDetail description:markdown useContext:UsageContext jurisdiction:CodeableConcept purpose:markdown copyright:markdown source[x]:uri|canonical target[x]:uri|canonical group:.
        ConceptMap.group<BackboneElement source:uri sourceVersion:string target:uri targetVersion:string element:. unmapped:.
        ConceptMap.group.element<BackboneElement code:code display:string target:.
        ConceptMap.group.element.target<BackboneElement code:code display:string equivalence:code comment:string dependsOn:. product:#ConceptMap.group.element.target.dependsOn
        ConceptMap.group.element.target.dependsOn<BackboneElement property:uri system:canonical value:string display:string
        ConceptMap.group.unmapped<BackboneElement mode:code code:code display:string url:canonical
        Condition<DomainResource identifier:Identifier clinicalStatus:CodeableConcept verificationStatus:CodeableConcept category:CodeableConcept severity:CodeableConcept code:CodeableConcept bodySite:CodeableConcept subject:Reference encounter:Reference onset[x]:dateTime|Age|Period|Range|string abatement[x]:dateTime|Age|Period|Range|string recordedDate:dateTime recorder:Reference asserter:Reference stage:. evidence:. note:Annotation
        Condition.stage<BackboneElement summary:CodeableConcept assessment:Reference type:CodeableConcept
        Condition.evidence<BackboneElement code:CodeableConcept detail:Reference
        Consent<DomainResource identifier:Identifier status:code scope:CodeableConcept category:CodeableConcept patient:Reference dateTime:dateTime performer:Reference organization:Reference source[x]:Attachment|Reference policy:. policyRule:CodeableConcept verification:. provision:.
        Consent.policy<BackboneElement authority:uri uri:uri
        Consent.verification<BackboneElement verified:boolean verifiedWith:Reference verificationDate:dateTime
        Consent.provision<BackboneElement type:code period:Period actor:. action:CodeableConcept securityLabel:Coding purpose:Coding class:Coding code:CodeableConcept dataPeriod:Period data:. provision:#Consent.provision
        Consent.provision.actor<BackboneElement role:CodeableConcept reference:Reference
        Consent.provision.data<BackboneElement meaning:code reference:Reference
        ContactDetail<Element name:string telecom:ContactPoint
        ContactPoint<Element system:code value:string use:code rank:positiveInt period:Period
        Contract<DomainResource identifier:Identifier url:uri version:string status:code legalState:CodeableConcept instantiatesCanonical:Reference instantiatesUri:uri contentDerivative:CodeableConcept issued:dateTime applies:Period expirationType:CodeableConcept subject:Reference authority:Reference domain:Reference site:Reference name:string title:string subtitle:string alias:string author:Reference scope:CodeableConcept topic[x]:CodeableConcept|Reference type:CodeableConcept subType:CodeableConcept contentDefinition:. term:. supportingInfo:Reference relevantHistory:Reference signer:. friendly:. legal:. rule:. legallyBinding[x]:Attachment|Reference
        Contract.contentDefinition<BackboneElement type:CodeableConcept subType:CodeableConcept publisher:Reference publicationDate:dateTime publicationStatus:code copyright:markdown
        Contract.term<BackboneElement identifier:Identifier issued:dateTime applies:Period topic[x]:CodeableConcept|Reference type:CodeableConcept subType:CodeableConcept text:string securityLabel:. offer:. asset:. action:. group:#Contract.term
        Contract.term.securityLabel<BackboneElement number:unsignedInt classification:Coding category:Coding control:Coding
        Contract.term.offer<BackboneElement identifier:Identifier party:. topic:Reference type:CodeableConcept decision:CodeableConcept decisionMode:CodeableConcept answer:. text:string linkId:string securityLabelNumber:unsignedInt
        Contract.term.offer.party<BackboneElement reference:Reference role:CodeableConcept
        Contract.term.offer.answer<BackboneElement value[x]:boolean|decimal|integer|date|dateTime|time|string|uri|Attachment|Coding|Quantity|Reference
        Contract.term.asset<BackboneElement scope:CodeableConcept type:CodeableConcept typeReference:Reference subtype:CodeableConcept relationship:Coding context:. condition:string periodType:CodeableConcept period:Period usePeriod:Period text:string linkId:string answer:#Contract.term.offer.answer securityLabelNumber:unsignedInt valuedItem:.
        Contract.term.asset.context<BackboneElement reference:Reference code:CodeableConcept text:string
        Contract.term.asset.valuedItem<BackboneElement entity[x]:CodeableConcept|Reference identifier:Identifier effectiveTime:dateTime quantity:Quantity unitPrice:Money factor:decimal points:decimal net:Money payment:string paymentDate:dateTime responsible:Reference recipient:Reference linkId:string securityLabelNumber:unsignedInt
        Contract.term.action<BackboneElement doNotPerform:boolean type:CodeableConcept subject:. intent:CodeableConcept linkId:string status:CodeableConcept context:Reference contextLinkId:string occurrence[x]:dateTime|Period|Timing requester:Reference requesterLinkId:string performerType:CodeableConcept performerRole:CodeableConcept performer:Reference performerLinkId:string reasonCode:CodeableConcept reasonReference:Reference reason:string reasonLinkId:string note:Annotation securityLabelNumber:unsignedInt
        Contract.term.action.subject<BackboneElement reference:Reference role:CodeableConcept
        Contract.signer<BackboneElement type:Coding party:Reference signature:Signature
        Contract.friendly<BackboneElement content[x]:Attachment|Reference
        Contract.legal<BackboneElement content[x]:Attachment|Reference
        Contract.rule<BackboneElement content[x]:Attachment|Reference
        Contributor<Element type:code name:string contact:ContactDetail
        Count<Quantity
        Coverage<DomainResource identifier:Identifier status:code type:CodeableConcept policyHolder:Reference subscriber:Reference subscriberId:string beneficiary:Reference dependent:string relationship:CodeableConcept period:Period payor:Reference class:. order:positiveInt network:string costToBeneficiary:. subrogation:boolean contract:Reference
        Coverage.class<BackboneElement type:CodeableConcept value:string name:string
        Coverage.costToBeneficiary<BackboneElement type:CodeableConcept value[x]:Quantity|Money exception:.
        Coverage.costToBeneficiary.exception<BackboneElement type:CodeableConcept period:Period
        CoverageEligibilityRequest<DomainResource identifier:Identifier status:code priority:CodeableConcept purpose:code patient:Reference serviced[x]:date|Period created:dateTime enterer:Reference provider:Reference insurer:Reference facility:Reference supportingInfo:. insurance:. item:.
        CoverageEligibilityRequest.supportingInfo<BackboneElement sequence:positiveInt information:Reference appliesToAll:boolean
        CoverageEligibilityRequest.insurance<BackboneElement focal:boolean coverage:Reference businessArrangement:string
        CoverageEligibilityRequest.item<BackboneElement supportingInfoSequence:positiveInt category:CodeableConcept productOrService:CodeableConcept modifier:CodeableConcept provider:Reference quantity:Quantity unitPrice:Money facility:Reference diagnosis:. detail:Reference
        CoverageEligibilityRequest.item.diagnosis<BackboneElement diagnosis[x]:CodeableConcept|Reference
        CoverageEligibilityResponse<DomainResource identifier:Identifier status:code purpose:code patient:Reference serviced[x]:date|Period created:dateTime requestor:Reference request:Reference outcome:code disposition:string insurer:Reference insurance:. preAuthRef:string form:CodeableConcept error:.
        CoverageEligibilityResponse.insurance<BackboneElement coverage:Reference inforce:boolean benefitPeriod:Period item:.
        CoverageEligibilityResponse.insurance.item<BackboneElement category:CodeableConcept productOrService:CodeableConcept modifier:CodeableConcept provider:Reference excluded:boolean name:string description:string network:CodeableConcept unit:CodeableConcept term:CodeableConcept benefit:. authorizationRequired:boolean authorizationSupporting:CodeableConcept authorizationUrl:uri
        CoverageEligibilityResponse.insurance.item.benefit<BackboneElement type:CodeableConcept allowed[x]:unsignedInt|string|Money used[x]:unsignedInt|string|Money
        CoverageEligibilityResponse.error<BackboneElement code:CodeableConcept
        DataRequirement<Element type:code profile:canonical subject[x]:CodeableConcept|Reference mustSupport:string codeFilter:. dateFilter:. limit:positiveInt sort:.
        DataRequirement.codeFilter<Element path:string searchParam:string valueSet:canonical code:Coding
        DataRequirement.dateFilter<Element path:string searchParam:string value[x]:dateTime|Period|Duration
        DataRequirement.sort<Element path:string direction:code
        DetectedIssue<DomainResource identifier:Identifier status:code code:CodeableConcept severity:code patient:Reference identified[x]:dateTime|Period author:Reference implicated:Reference evidence:. detail:string reference:uri mitigation:.
        DetectedIssue.evidence<BackboneElement code:CodeableConcept detail:Reference
        DetectedIssue.mitigation<BackboneElement action:CodeableConcept date:dateTime author:Reference
        Device<DomainResource identifier:Identifier definition:Reference udiCarrier:. status:code statusReason:CodeableConcept distinctIdentifier:string manufacturer:string manufactureDate:dateTime expirationDate:dateTime lotNumber:string serialNumber:string deviceName:. modelNumber:string partNumber:string type:CodeableConcept specialization:. version:. property:. patient:Reference owner:Reference contact:ContactPoint location:Reference url:uri note:Annotation safety:CodeableConcept parent:Reference
        Device.udiCarrier<BackboneElement deviceIdentifier:string issuer:uri jurisdiction:uri carrierAIDC:base64Binary carrierHRF:string entryType:code
        Device.deviceName<BackboneElement name:string type:code
        Device.specialization<BackboneElement systemType:CodeableConcept version:string
        Device.version<BackboneElement type:CodeableConcept component:Identifier value:string
        Device.property<BackboneElement type:CodeableConcept valueQuantity:Quantity valueCode:CodeableConcept
        DeviceDefinition<DomainResource identifier:Identifier udiDeviceIdentifier:. manufacturer[x]:string|Reference deviceName:. modelNumber:string type:CodeableConcept specialization:. version:string safety:CodeableConcept shelfLifeStorage:ProductShelfLife physicalCharacteristics:ProdCharacteristic languageCode:CodeableConcept capability:. property:. owner:Reference contact:ContactPoint url:uri onlineInformation:uri note:Annotation quantity:Quantity parentDevice:Reference material:.
        DeviceDefinition.udiDeviceIdentifier<BackboneElement deviceIdentifier:string issuer:uri jurisdiction:uri
        DeviceDefinition.deviceName<BackboneElement name:string type:code
        DeviceDefinition.specialization<BackboneElement systemType:string version:string
        DeviceDefinition.capability<BackboneElement type:CodeableConcept description:CodeableConcept
        DeviceDefinition.property<BackboneElement type:CodeableConcept valueQuantity:Quantity valueCode:CodeableConcept
        DeviceDefinition.material<BackboneElement substance:CodeableConcept alternate:boolean allergenicIndicator:boolean
        DeviceMetric<DomainResource identifier:Identifier type:CodeableConcept unit:CodeableConcept source:Reference parent:Reference operationalStatus:code color:code category:code measurementPeriod:Timing calibration:.
        DeviceMetric.calibration<BackboneElement type:code state:code time:instant
        DeviceRequest<DomainResource identifier:Identifier instantiatesCanonical:canonical instantiatesUri:uri basedOn:Reference priorRequest:Reference groupIdentifier:Identifier status:code intent:code priority:code code[x]:Reference|CodeableConcept parameter:. subject:Reference encounter:Reference occurrence[x]:dateTime|Period|Timing authoredOn:dateTime requester:Reference performerType:CodeableConcept performer:Reference reasonCode:CodeableConcept reasonReference:Reference insurance:Reference supportingInfo:Reference note:Annotation relevantHistory:Reference
        DeviceRequest.parameter<BackboneElement code:CodeableConcept value[x]:CodeableConcept|Quantity|Range|boolean
        DeviceUseStatement<DomainResource identifier:Identifier basedOn:Reference status:code subject:Reference derivedFrom:Reference timing[x]:Timing|Period|dateTime recordedOn:dateTime source:Reference device:Reference reasonCode:CodeableConcept reasonReference:Reference bodySite:CodeableConcept note:Annotation
        DiagnosticReport<DomainResource identifier:Identifier basedOn:Reference status:code category:CodeableConcept code:CodeableConcept subject:Reference encounter:Reference effective[x]:dateTime|Period issued:instant performer:Reference resultsInterpreter:Reference specimen:Reference result:Reference imagingStudy:Reference media:. conclusion:string conclusionCode:CodeableConcept presentedForm:Attachment
        DiagnosticReport.media<BackboneElement comment:string link:Reference
        Distance<Quantity
        DocumentManifest<DomainResource masterIdentifier:Identifier identifier:Identifier status:code type:CodeableConcept subject:Reference created:dateTime author:Reference recipient:Reference source:uri description:string content:Reference related:.
        DocumentManifest.related<BackboneElement identifier:Identifier ref:Reference
        DocumentReference<DomainResource masterIdentifier:Identifier identifier:Identifier status:code docStatus:code type:CodeableConcept category:CodeableConcept subject:Reference date:instant author:Reference authenticator:Reference custodian:Reference relatesTo:. description:string securityLabel:CodeableConcept content:. context:.
        DocumentReference.relatesTo<BackboneElement code:code target:Reference
        DocumentReference.content<BackboneElement attachment:Attachment format:Coding
        DocumentReference.context<BackboneElement encounter:Reference event:CodeableConcept period:Period facilityType:CodeableConcept practiceSetting:CodeableConcept sourcePatientInfo:Reference related:Reference
        DomainResource<Resource text:Narrative contained:Resource extension:Extension modifierExtension:Extension
        Dosage<BackboneElement sequence:integer text:string additionalInstruction:CodeableConcept patientInstruction:string timing:Timing asNeeded[x]:boolean|CodeableConcept site:CodeableConcept route:CodeableConcept method:CodeableConcept doseAndRate:. maxDosePerPeriod:Ratio maxDosePerAdministration:Quantity maxDosePerLifetime:Quantity
        Dosage.doseAndRate<Element type:CodeableConcept dose[x]:Range|Quantity rate[x]:Ratio|Range|Quantity
        Duration<Quantity
        EffectEvidenceSynthesis<DomainResource url:uri identifier:Identifier version:string name:string title:string status:code date:dateTime publisher:string contact:ContactDetail description:markdown note:Annotation useContext:UsageContext jurisdiction:CodeableConcept copyright:markdown approvalDate:date lastReviewDate:date effectivePeriod:Period topic:CodeableConcept author:ContactDetail editor:ContactDetail reviewer:ContactDetail endorser:ContactDetail relatedArtifact:RelatedArtifact synthesisType:CodeableConcept studyType:CodeableConcept population:Reference exposure:Reference exposureAlternative:Reference outcome:Reference sampleSize:. resultsByExposure:. effectEstimate:. certainty:.
        EffectEvidenceSynthesis.sampleSize<BackboneElement description:string numberOfStudies:integer numberOfParticipants:integer
        EffectEvidenceSynthesis.resultsByExposure<BackboneElement description:string exposureState:code variantState:CodeableConcept riskEvidenceSynthesis:Reference
        EffectEvidenceSynthesis.effectEstimate<BackboneElement description:string type:CodeableConcept variantState:CodeableConcept value:decimal unitOfMeasure:CodeableConcept precisionEstimate:.
        EffectEvidenceSynthesis.effectEstimate.precisionEstimate<BackboneElement type:CodeableConcept level:decimal from:decimal to:decimal
        EffectEvidenceSynthesis.certainty<BackboneElement rating:CodeableConcept note:Annotation certaintySubcomponent:.
        EffectEvidenceSynthesis.certainty.certaintySubcomponent<BackboneElement type:CodeableConcept rating:CodeableConcept note:Annotation
        Element< id:string extension:Extension
        ElementDefinition<BackboneElement path:string representation:code sliceName:string sliceIsConstraining:boolean label:string code:Coding slicing:. short:string definition:markdown comment:markdown requirements:markdown alias:string min:unsignedInt max:string base:. contentReference:uri type:. defaultValue[x]:* meaningWhenMissing:markdown orderMeaning:string fixed[x]:* pattern[x]:* example:. minValue[x]:date|dateTime|instant|time|decimal|integer|positiveInt|unsignedInt|Quantity maxValue[x]:date|dateTime|instant|time|decimal|integer|positiveInt|unsignedInt|Quantity maxLength:integer condition:id constraint:. mustSupport:boolean isModifier:boolean isModifierReason:string isSummary:boolean binding:. mapping:.
        ElementDefinition.slicing<Element discriminator:. description:string ordered:boolean rules:code
        ElementDefinition.slicing.discriminator<Element type:code path:string
        ElementDefinition.base<Element path:string min:unsignedInt max:string
        ElementDefinition.type<Element code:uri profile:canonical targetProfile:canonical aggregation:code versioning:code
        ElementDefinition.example<Element label:string value[x]:*
        ElementDefinition.constraint<Element key:id requirements:string severity:code human:string expression:string xpath:string source:canonical
        ElementDefinition.binding<Element strength:code description:string valueSet:canonical
        ElementDefinition.mapping<Element identity:id language:code map:string comment:string
        Encounter<DomainResource identifier:Identifier status:code statusHistory:. class:Coding classHistory:. type:CodeableConcept serviceType:CodeableConcept priority:CodeableConcept subject:Reference episodeOfCare:Reference basedOn:Reference participant:. appointment:Reference period:Period length:Duration reasonCode:CodeableConcept reasonReference:Reference diagnosis:. account:Reference hospitalization:. location:. serviceProvider:Reference partOf:Reference
        Encounter.statusHistory<BackboneElement status:code period:Period
        Encounter.classHistory<BackboneElement class:Coding period:Period
        Encounter.participant<BackboneElement type:CodeableConcept period:Period individual:Reference
        Encounter.diagnosis<BackboneElement condition:Reference use:CodeableConcept rank:positiveInt
        Encounter.hospitalization<BackboneElement preAdmissionIdentifier:Identifier origin:Reference admitSource:CodeableConcept reAdmission:CodeableConcept dietPreference:CodeableConcept specialCourtesy:CodeableConcept specialArrangement:CodeableConcept destination:Reference dischargeDisposition:CodeableConcept
        Encounter.location<BackboneElement location:Reference status:code physicalType:CodeableConcept period:Period
        Endpoint<DomainResource identifier:Identifier status:code connectionType:Coding name:string managingOrganization:Reference contact:ContactPoint period:Period payloadType:CodeableConcept payloadMimeType:code address:url header:string
        EnrollmentRequest<DomainResource identifier:Identifier status:code created:dateTime insurer:Reference provider:Reference candidate:Reference coverage:Reference
        EnrollmentResponse<DomainResource identifier:Identifier status:code request:Reference outcome:code disposition:string created:dateTime organization:Reference requestProvider:Reference
        EpisodeOfCare<DomainResource identifier:Identifier status:code statusHistory:. type:CodeableConcept diagnosis:. patient:Reference managingOrganization:Reference period:Period referralRequest:Reference careManager:Reference team:Reference account:Reference
        EpisodeOfCare.statusHistory<BackboneElement status:code period:Period
        EpisodeOfCare.diagnosis<BackboneElement condition:Reference role:CodeableConcept rank:positiveInt
        EventDefinition<DomainResource url:uri identifier:Identifier version:string name:string title:string subtitle:string status:code experimental:boolean subject[x]:CodeableConcept|Reference date:dateTime publisher:string contact:ContactDetail description:markdown useContext:UsageContext jurisdiction:CodeableConcept purpose:markdown usage:string copyright:markdown approvalDate:date lastReviewDate:date effectivePeriod:Period topic:CodeableConcept author:ContactDetail editor:ContactDetail reviewer:ContactDetail endorser:ContactDetail relatedArtifact:RelatedArtifact trigger:TriggerDefinition
        Evidence<DomainResource url:uri identifier:Identifier version:string name:string title:string shortTitle:string subtitle:string status:code date:dateTime publisher:string contact:ContactDetail description:markdown note:Annotation useContext:UsageContext jurisdiction:CodeableConcept copyright:markdown approvalDate:date lastReviewDate:date effectivePeriod:Period topic:CodeableConcept author:ContactDetail editor:ContactDetail reviewer:ContactDetail endorser:ContactDetail relatedArtifact:RelatedArtifact exposureBackground:Reference exposureVariant:Reference outcome:Reference
        EvidenceVariable<DomainResource url:uri identifier:Identifier version:string name:string title:string shortTitle:string subtitle:string status:code date:dateTime publisher:string contact:ContactDetail description:markdown note:Annotation useContext:UsageContext jurisdiction:CodeableConcept copyright:markdown approvalDate:date lastReviewDate:date effectivePeriod:Period topic:CodeableConcept author:ContactDetail editor:ContactDetail reviewer:ContactDetail endorser:ContactDetail relatedArtifact:RelatedArtifact type:code characteristic:.
        EvidenceVariable.characteristic<BackboneElement description:string definition[x]:Reference|canonical|CodeableConcept|Expression|DataRequirement|TriggerDefinition usageContext:UsageContext exclude:boolean participantEffective[x]:dateTime|Period|Duration|Timing timeFromStart:Duration groupMeasure:code
        ExampleScenario<DomainResource url:uri identifier:Identifier version:string name:string status:code experimental:boolean date:dateTime publisher:string contact:ContactDetail useContext:UsageContext jurisdiction:CodeableConcept copyright:markdown purpose:markdown actor:. instance:. process:. workflow:canonical
        ExampleScenario.actor<BackboneElement actorId:string type:code name:string description:markdown
        ExampleScenario.instance<BackboneElement resourceId:string resourceType:code name:string description:markdown version:. containedInstance:.
        ExampleScenario.instance.version<BackboneElement versionId:string description:markdown
        ExampleScenario.instance.containedInstance<BackboneElement resourceId:string versionId:string
        ExampleScenario.process<BackboneElement title:string description:markdown preConditions:markdown postConditions:markdown step:.
        ExampleScenario.process.step<BackboneElement process:#ExampleScenario.process pause:boolean operation:. alternative:.
        ExampleScenario.process.step.operation<BackboneElement number:string type:string name:string initiator:string receiver:string description:markdown initiatorActive:boolean receiverActive:boolean request:#ExampleScenario.instance.containedInstance response:#ExampleScenario.instance.containedInstance
        ExampleScenario.process.step.alternative<BackboneElement title:string description:markdown step:#ExampleScenario.process.step
        ExplanationOfBenefit<DomainResource identifier:Identifier status:code type:CodeableConcept subType:CodeableConcept use:code patient:Reference billablePeriod:Period created:dateTime enterer:Reference insurer:Reference provider:Reference priority:CodeableConcept fundsReserveRequested:CodeableConcept fundsReserve:CodeableConcept related:. prescription:Reference originalPrescription:Reference payee:. referral:Reference facility:Reference claim:Reference claimResponse:Reference outcome:code disposition:string preAuthRef:string preAuthRefPeriod:Period careTeam:. supportingInfo:. diagnosis:. procedure:. precedence:positiveInt insurance:. accident:. item:. addItem:. adjudication:#ExplanationOfBenefit.item.adjudication total:. payment:. formCode:CodeableConcept form:Attachment processNote:. benefitPeriod:Period benefitBalance:.
        ExplanationOfBenefit.related<BackboneElement claim:Reference relationship:CodeableConcept reference:Identifier
        ExplanationOfBenefit.payee<BackboneElement type:CodeableConcept party:Reference
        ExplanationOfBenefit.careTeam<BackboneElement sequence:positiveInt provider:Reference responsible:boolean role:CodeableConcept qualification:CodeableConcept
        ExplanationOfBenefit.supportingInfo<BackboneElement sequence:positiveInt category:CodeableConcept code:CodeableConcept timing[x]:date|Period value[x]:boolean|string|Quantity|Attachment|Reference reason:Coding
        ExplanationOfBenefit.diagnosis<BackboneElement sequence:positiveInt diagnosis[x]:CodeableConcept|Reference type:CodeableConcept onAdmission:CodeableConcept packageCode:CodeableConcept
        ExplanationOfBenefit.procedure<BackboneElement sequence:positiveInt type:CodeableConcept date:dateTime procedure[x]:CodeableConcept|Reference udi:Reference
        ExplanationOfBenefit.insurance<BackboneElement focal:boolean coverage:Reference preAuthRef:string
        ExplanationOfBenefit.accident<BackboneElement date:date type:CodeableConcept location[x]:Address|Reference
        ExplanationOfBenefit.item<BackboneElement sequence:positiveInt careTeamSequence:positiveInt diagnosisSequence:positiveInt procedureSequence:positiveInt informationSequence:positiveInt revenue:CodeableConcept category:CodeableConcept productOrService:CodeableConcept modifier:CodeableConcept programCode:CodeableConcept serviced[x]:date|Period location[x]:CodeableConcept|Address|Reference quantity:Quantity unitPrice:Money factor:decimal net:Money udi:Reference bodySite:CodeableConcept subSite:CodeableConcept encounter:Reference noteNumber:positiveInt adjudication:. detail:.
        ExplanationOfBenefit.item.adjudication<BackboneElement category:CodeableConcept reason:CodeableConcept amount:Money value:decimal
        ExplanationOfBenefit.item.detail<BackboneElement sequence:positiveInt revenue:CodeableConcept category:CodeableConcept productOrService:CodeableConcept modifier:CodeableConcept programCode:CodeableConcept quantity:Quantity unitPrice:Money factor:decimal net:Money udi:Reference noteNumber:positiveInt adjudication:#ExplanationOfBenefit.item.adjudication subDetail:.
        ExplanationOfBenefit.item.detail.subDetail<BackboneElement sequence:positiveInt revenue:CodeableConcept category:CodeableConcept productOrService:CodeableConcept modifier:CodeableConcept programCode:CodeableConcept quantity:Quantity unitPrice:Money factor:decimal net:Money udi:Reference noteNumber:positiveInt adjudication:#ExplanationOfBenefit.item.adjudication
        ExplanationOfBenefit.addItem<BackboneElement itemSequence:positiveInt detailSequence:positiveInt subDetailSequence:positiveInt provider:Reference productOrService:CodeableConcept modifier:CodeableConcept programCode:CodeableConcept serviced[x]:date|Period location[x]:CodeableConcept|Address|Reference quantity:Quantity unitPrice:Money factor:decimal net:Money bodySite:CodeableConcept subSite:CodeableConcept noteNumber:positiveInt adjudication:#ExplanationOfBenefit.item.adjudication detail:.
        ExplanationOfBenefit.addItem.detail<BackboneElement productOrService:CodeableConcept modifier:CodeableConcept quantity:Quantity unitPrice:Money factor:decimal net:Money noteNumber:positiveInt adjudication:#ExplanationOfBenefit.item.adjudication subDetail:.
        ExplanationOfBenefit.addItem.detail.subDetail<BackboneElement productOrService:CodeableConcept modifier:CodeableConcept quantity:Quantity unitPrice:Money factor:decimal net:Money noteNumber:positiveInt adjudication:#ExplanationOfBenefit.item.adjudication
        ExplanationOfBenefit.total<BackboneElement category:CodeableConcept amount:Money
        ExplanationOfBenefit.payment<BackboneElement type:CodeableConcept adjustment:Money adjustmentReason:CodeableConcept date:date amount:Money identifier:Identifier
        ExplanationOfBenefit.processNote<BackboneElement number:positiveInt type:code text:string language:CodeableConcept
        ExplanationOfBenefit.benefitBalance<BackboneElement category:CodeableConcept excluded:boolean name:string description:string network:CodeableConcept unit:CodeableConcept term:CodeableConcept financial:.
        ExplanationOfBenefit.benefitBalance.financial<BackboneElement type:CodeableConcept allowed[x]:unsignedInt|string|Money used[x]:unsignedInt|Money
        Expression<Element description:string name:id language:code expression:string reference:uri
        Extension<Element url:uri value[x]:*
        FamilyMemberHistory<DomainResource identifier:Identifier instantiatesCanonical:canonical instantiatesUri:uri status:code dataAbsentReason:CodeableConcept patient:Reference date:dateTime name:string relationship:CodeableConcept sex:CodeableConcept born[x]:Period|date|string age[x]:Age|Range|string estimatedAge:boolean deceased[x]:boolean|Age|Range|date|string reasonCode:CodeableConcept reasonReference:Reference note:Annotation condition:.
        FamilyMemberHistory.condition<BackboneElement code:CodeableConcept outcome:CodeableConcept contributedToDeath:boolean onset[x]:Age|Range|Period|string note:Annotation
        Flag<DomainResource identifier:Identifier status:code category:CodeableConcept code:CodeableConcept subject:Reference period:Period encounter:Reference author:Reference
        Goal<DomainResource identifier:Identifier lifecycleStatus:code achievementStatus:CodeableConcept category:CodeableConcept priority:CodeableConcept description:CodeableConcept subject:Reference start[x]:date|CodeableConcept target:. statusDate:date statusReason:string expressedBy:Reference addresses:Reference note:Annotation outcomeCode:CodeableConcept outcomeReference:Reference
        Goal.target<BackboneElement measure:CodeableConcept detail[x]:Quantity|Range|CodeableConcept|string|boolean|integer|Ratio due[x]:date|Duration
        GraphDefinition<DomainResource url:uri version:string name:string status:code experimental:boolean date:dateTime publisher:string contact:ContactDetail description:markdown useContext:UsageContext jurisdiction:CodeableConcept purpose:markdown start:code profile:canonical link:.
        GraphDefinition.link<BackboneElement path:string sliceName:string min:integer max:string description:string target:.
        GraphDefinition.link.target<BackboneElement type:code params:string profile:canonical compartment:. link:#GraphDefinition.link
        GraphDefinition.link.target.compartment<BackboneElement use:code code:code rule:code expression:string description:string
        Group<DomainResource identifier:Identifier active:boolean type:code actual:boolean code:CodeableConcept name:string quantity:unsignedInt managingEntity:Reference characteristic:. member:.
        Group.characteristic<BackboneElement code:CodeableConcept value[x]:CodeableConcept|boolean|Quantity|Range|Reference exclude:boolean period:Period
        Group.member<BackboneElement entity:Reference period:Period inactive:boolean
        GuidanceResponse<DomainResource requestIdentifier:Identifier identifier:Identifier module[x]:uri|canonical|CodeableConcept status:code subject:Reference encounter:Reference occurrenceDateTime:dateTime performer:Reference reasonCode:CodeableConcept reasonReference:Reference note:Annotation evaluationMessage:Reference outputParameters:Reference result:Reference dataRequirement:DataRequirement
        HealthcareService<DomainResource identifier:Identifier active:boolean providedBy:Reference category:CodeableConcept type:CodeableConcept specialty:CodeableConcept location:Reference name:string comment:string extraDetails:markdown photo:Attachment telecom:ContactPoint coverageArea:Reference serviceProvisionCode:CodeableConcept eligibility:. program:CodeableConcept characteristic:CodeableConcept communication:CodeableConcept referralMethod:CodeableConcept appointmentRequired:boolean availableTime:. notAvailable:. availabilityExceptions:string endpoint:Reference
        HealthcareService.eligibility<BackboneElement code:CodeableConcept comment:markdown
        HealthcareService.availableTime<BackboneElement daysOfWeek:code allDay:boolean availableStartTime:time availableEndTime:time
        HealthcareService.notAvailable<BackboneElement description:string during:Period
        HumanName<Element use:code text:string family:string given:string prefix:string suffix:string period:Period
        Identifier<Element use:code type:CodeableConcept system:uri value:string period:Period assigner:Reference
        ImagingStudy<DomainResource identifier:Identifier status:code modality:Coding subject:Reference encounter:Reference started:dateTime basedOn:Reference referrer:Reference interpreter:Reference endpoint:Reference numberOfSeries:unsignedInt numberOfInstances:unsignedInt procedureReference:Reference procedureCode:CodeableConcept location:Reference reasonCode:CodeableConcept reasonReference:Reference note:Annotation description:string series:.
        ImagingStudy.series<BackboneElement uid:id number:unsignedInt modality:Coding description:string numberOfInstances:unsignedInt endpoint:Reference bodySite:Coding laterality:Coding specimen:Reference started:dateTime performer:. instance:.
        ImagingStudy.series.performer<BackboneElement function:CodeableConcept actor:Reference
        ImagingStudy.series.instance<BackboneElement uid:id sopClass:Coding number:unsignedInt title:string
        Immunization<DomainResource identifier:Identifier status:code statusReason:CodeableConcept vaccineCode:CodeableConcept patient:Reference encounter:Reference occurrence[x]:dateTime|string recorded:dateTime primarySource:boolean reportOrigin:CodeableConcept location:Reference manufacturer:Reference lotNumber:string expirationDate:date site:CodeableConcept route:CodeableConcept doseQuantity:Quantity performer:. note:Annotation reasonCode:CodeableConcept reasonReference:Reference isSubpotent:boolean subpotentReason:CodeableConcept education:. programEligibility:CodeableConcept fundingSource:CodeableConcept reaction:. protocolApplied:.
        Immunization.performer<BackboneElement function:CodeableConcept actor:Reference
        Immunization.education<BackboneElement documentType:string reference:uri publicationDate:dateTime presentationDate:dateTime
        Immunization.reaction<BackboneElement date:dateTime detail:Reference reported:boolean
        Immunization.protocolApplied<BackboneElement series:string authority:Reference targetDisease:CodeableConcept doseNumber[x]:positiveInt|string seriesDoses[x]:positiveInt|string
        ImmunizationEvaluation<DomainResource identifier:Identifier status:code patient:Reference date:dateTime authority:Reference targetDisease:CodeableConcept immunizationEvent:Reference doseStatus:CodeableConcept doseStatusReason:CodeableConcept description:string series:string doseNumber[x]:positiveInt|string seriesDoses[x]:positiveInt|string
        ImmunizationRecommendation<DomainResource identifier:Identifier patient:Reference date:dateTime authority:Reference recommendation:.
        ImmunizationRecommendation.recommendation<BackboneElement vaccineCode:CodeableConcept targetDisease:CodeableConcept contraindicatedVaccineCode:CodeableConcept forecastStatus:CodeableConcept forecastReason:CodeableConcept dateCriterion:. description:string series:string doseNumber[x]:positiveInt|string seriesDoses[x]:positiveInt|string supportingImmunization:Reference supportingPatientInformation:Reference
        ImmunizationRecommendation.recommendation.dateCriterion<BackboneElement code:CodeableConcept value:dateTime
        ImplementationGuide<DomainResource url:uri version:string name:string title:string status:code experimental:boolean date:dateTime publisher:string contact:ContactDetail description:markdown useContext:UsageContext jurisdiction:CodeableConcept copyright:markdown packageId:id license:code fhirVersion:code dependsOn:. global:. definition:. manifest:.
        ImplementationGuide.dependsOn<BackboneElement uri:canonical packageId:id version:string
        ImplementationGuide.global<BackboneElement type:code profile:canonical
        ImplementationGuide.definition<BackboneElement grouping:. resource:. page:. parameter:. template:.
        ImplementationGuide.definition.grouping<BackboneElement name:string description:string
        ImplementationGuide.definition.resource<BackboneElement reference:Reference fhirVersion:code name:string description:string example[x]:boolean|canonical groupingId:id
        ImplementationGuide.definition.page<BackboneElement name[x]:url|Reference title:string generation:code page:#ImplementationGuide.definition.page
        ImplementationGuide.definition.parameter<BackboneElement code:code value:string
        ImplementationGuide.definition.template<BackboneElement code:code source:string scope:string
        ImplementationGuide.manifest<BackboneElement rendering:url resource:. page:. image:string other:string
        ImplementationGuide.manifest.resource<BackboneElement reference:Reference example[x]:boolean|canonical relativePath:url
        ImplementationGuide.manifest.page<BackboneElement name:string title:string anchor:string
        InsurancePlan<DomainResource identifier:Identifier status:code type:CodeableConcept name:string alias:string period:Period ownedBy:Reference administeredBy:Reference coverageArea:Reference contact:. endpoint:Reference network:Reference coverage:. plan:.
        InsurancePlan.contact<BackboneElement purpose:CodeableConcept name:HumanName telecom:ContactPoint address:Address
        InsurancePlan.coverage<BackboneElement type:CodeableConcept network:Reference benefit:.
        InsurancePlan.coverage.benefit<BackboneElement type:CodeableConcept requirement:string limit:.
        InsurancePlan.coverage.benefit.limit<BackboneElement value:Quantity code:CodeableConcept
        InsurancePlan.plan<BackboneElement identifier:Identifier type:CodeableConcept coverageArea:Reference network:Reference generalCost:. specificCost:.
        InsurancePlan.plan.generalCost<BackboneElement type:CodeableConcept groupSize:positiveInt cost:Money comment:string
        InsurancePlan.plan.specificCost<BackboneElement category:CodeableConcept benefit:.
        InsurancePlan.plan.specificCost.benefit<BackboneElement type:CodeableConcept cost:.
        InsurancePlan.plan.specificCost.benefit.cost<BackboneElement type:CodeableConcept applicability:CodeableConcept qualifiers:CodeableConcept value:Quantity
        Invoice<DomainResource identifier:Identifier status:code cancelledReason:string type:CodeableConcept subject:Reference recipient:Reference date:dateTime participant:. issuer:Reference account:Reference lineItem:. totalPriceComponent:#Invoice.lineItem.priceComponent totalNet:Money totalGross:Money paymentTerms:markdown note:Annotation
        Invoice.participant<BackboneElement role:CodeableConcept actor:Reference
        Invoice.lineItem<BackboneElement sequence:positiveInt chargeItem[x]:Reference|CodeableConcept priceComponent:.
        Invoice.lineItem.priceComponent<BackboneElement type:code code:CodeableConcept factor:decimal amount:Money
        Library<DomainResource url:uri identifier:Identifier version:string name:string title:string subtitle:string status:code experimental:boolean type:CodeableConcept subject[x]:CodeableConcept|Reference date:dateTime publisher:string contact:ContactDetail description:markdown useContext:UsageContext jurisdiction:CodeableConcept purpose:markdown usage:string copyright:markdown approvalDate:date lastReviewDate:date effectivePeriod:Period topic:CodeableConcept author:ContactDetail editor:ContactDetail reviewer:ContactDetail endorser:ContactDetail relatedArtifact:RelatedArtifact parameter:ParameterDefinition dataRequirement:DataRequirement content:Attachment
        Linkage<DomainResource active:boolean author:Reference item:.
        Linkage.item<BackboneElement type:code resource:Reference
        List<DomainResource identifier:Identifier status:code mode:code title:string code:CodeableConcept subject:Reference encounter:Reference date:dateTime source:Reference orderedBy:CodeableConcept note:Annotation entry:. emptyReason:CodeableConcept
        List.entry<BackboneElement flag:CodeableConcept deleted:boolean date:dateTime item:Reference
        Location<DomainResource identifier:Identifier status:code operationalStatus:Coding name:string alias:string description:string mode:code type:CodeableConcept telecom:ContactPoint address:Address physicalType:CodeableConcept position:. managingOrganization:Reference partOf:Reference hoursOfOperation:. availabilityExceptions:string endpoint:Reference
        Location.position<BackboneElement longitude:decimal latitude:decimal altitude:decimal
        Location.hoursOfOperation<BackboneElement daysOfWeek:code allDay:boolean openingTime:time closingTime:time
        MarketingStatus<BackboneElement country:CodeableConcept jurisdiction:CodeableConcept status:CodeableConcept dateRange:Period restoreDate:dateTime
        Measure<DomainResource url:uri identifier:Identifier version:string name:string title:string subtitle:string status:code experimental:boolean subject[x]:CodeableConcept|Reference date:dateTime publisher:string contact:ContactDetail description:markdown useContext:UsageContext jurisdiction:CodeableConcept purpose:markdown usage:string copyright:markdown approvalDate:date lastReviewDate:date effectivePeriod:Period topic:CodeableConcept author:ContactDetail editor:ContactDetail reviewer:ContactDetail endorser:ContactDetail relatedArtifact:RelatedArtifact library:canonical disclaimer:markdown scoring:CodeableConcept compositeScoring:CodeableConcept type:CodeableConcept riskAdjustment:string rateAggregation:string rationale:markdown clinicalRecommendationStatement:markdown improvementNotation:CodeableConcept definition:markdown guidance:markdown group:. supplementalData:.
        Measure.group<BackboneElement code:CodeableConcept description:string population:. stratifier:.
        Measure.group.population<BackboneElement code:CodeableConcept description:string criteria:Expression
        Measure.group.stratifier<BackboneElement code:CodeableConcept description:string criteria:Expression component:.
        Measure.group.stratifier.component<BackboneElement code:CodeableConcept description:string criteria:Expression
        Measure.supplementalData<BackboneElement code:CodeableConcept usage:CodeableConcept description:string criteria:Expression
        MeasureReport<DomainResource identifier:Identifier status:code type:code measure:canonical subject:Reference date:dateTime reporter:Reference period:Period improvementNotation:CodeableConcept group:. evaluatedResource:Reference
        MeasureReport.group<BackboneElement code:CodeableConcept population:. measureScore:Quantity stratifier:.
        MeasureReport.group.population<BackboneElement code:CodeableConcept count:integer subjectResults:Reference
        MeasureReport.group.stratifier<BackboneElement code:CodeableConcept stratum:.
        MeasureReport.group.stratifier.stratum<BackboneElement value:CodeableConcept component:. population:. measureScore:Quantity
        MeasureReport.group.stratifier.stratum.component<BackboneElement code:CodeableConcept value:CodeableConcept
        MeasureReport.group.stratifier.stratum.population<BackboneElement code:CodeableConcept count:integer subjectResults:Reference
        Media<DomainResource identifier:Identifier basedOn:Reference partOf:Reference status:code type:CodeableConcept modality:CodeableConcept view:CodeableConcept subject:Reference encounter:Reference created[x]:dateTime|Period issued:instant operator:Reference reasonCode:CodeableConcept bodySite:CodeableConcept deviceName:string device:Reference height:positiveInt width:positiveInt frames:positiveInt duration:decimal content:Attachment note:Annotation
        Medication<DomainResource identifier:Identifier code:CodeableConcept status:code manufacturer:Reference form:CodeableConcept amount:Ratio ingredient:. batch:.
        Medication.ingredient<BackboneElement item[x]:CodeableConcept|Reference isActive:boolean strength:Ratio
        Medication.batch<BackboneElement lotNumber:string expirationDate:dateTime
        MedicationAdministration<DomainResource identifier:Identifier instantiates:uri partOf:Reference status:code statusReason:CodeableConcept category:CodeableConcept medication[x]:CodeableConcept|Reference subject:Reference context:Reference supportingInformation:Reference effective[x]:dateTime|Period performer:. reasonCode:CodeableConcept reasonReference:Reference request:Reference device:Reference note:Annotation dosage:. eventHistory:Reference
        MedicationAdministration.performer<BackboneElement function:CodeableConcept actor:Reference
        MedicationAdministration.dosage<BackboneElement text:string site:CodeableConcept route:CodeableConcept method:CodeableConcept dose:Quantity rate[x]:Ratio|Quantity
        MedicationDispense<DomainResource identifier:Identifier partOf:Reference status:code statusReason[x]:CodeableConcept|Reference category:CodeableConcept medication[x]:CodeableConcept|Reference subject:Reference context:Reference supportingInformation:Reference performer:. location:Reference authorizingPrescription:Reference type:CodeableConcept quantity:Quantity daysSupply:Quantity whenPrepared:dateTime whenHandedOver:dateTime destination:Reference receiver:Reference note:Annotation dosageInstruction:Dosage substitution:. detectedIssue:Reference eventHistory:Reference
        MedicationDispense.performer<BackboneElement function:CodeableConcept actor:Reference
        MedicationDispense.substitution<BackboneElement wasSubstituted:boolean type:CodeableConcept reason:CodeableConcept responsibleParty:Reference
        MedicationKnowledge<DomainResource code:CodeableConcept status:code manufacturer:Reference doseForm:CodeableConcept amount:Quantity synonym:string relatedMedicationKnowledge:. associatedMedication:Reference productType:CodeableConcept monograph:. ingredient:. preparationInstruction:markdown intendedRoute:CodeableConcept cost:. monitoringProgram:. administrationGuidelines:. medicineClassification:. packaging:. drugCharacteristic:. contraindication:Reference regulatory:. kinetics:.
        MedicationKnowledge.relatedMedicationKnowledge<BackboneElement type:CodeableConcept reference:Reference
        MedicationKnowledge.monograph<BackboneElement type:CodeableConcept source:Reference
        MedicationKnowledge.ingredient<BackboneElement item[x]:CodeableConcept|Reference isActive:boolean strength:Ratio
        MedicationKnowledge.cost<BackboneElement type:CodeableConcept source:string cost:Money
        MedicationKnowledge.monitoringProgram<BackboneElement type:CodeableConcept name:string
        MedicationKnowledge.administrationGuidelines<BackboneElement dosage:. indication[x]:CodeableConcept|Reference patientCharacteristics:.
        MedicationKnowledge.administrationGuidelines.dosage<BackboneElement type:CodeableConcept dosage:Dosage
        MedicationKnowledge.administrationGuidelines.patientCharacteristics<BackboneElement characteristic[x]:CodeableConcept|Quantity value:string
        MedicationKnowledge.medicineClassification<BackboneElement type:CodeableConcept classification:CodeableConcept
        MedicationKnowledge.packaging<BackboneElement type:CodeableConcept quantity:Quantity
        MedicationKnowledge.drugCharacteristic<BackboneElement type:CodeableConcept value[x]:CodeableConcept|string|Quantity|base64Binary
        MedicationKnowledge.regulatory<BackboneElement regulatoryAuthority:Reference substitution:. schedule:. maxDispense:.
        MedicationKnowledge.regulatory.substitution<BackboneElement type:CodeableConcept allowed:boolean
        MedicationKnowledge.regulatory.schedule<BackboneElement schedule:CodeableConcept
        MedicationKnowledge.regulatory.maxDispense<BackboneElement quantity:Quantity period:Duration
        MedicationKnowledge.kinetics<BackboneElement areaUnderCurve:Quantity lethalDose50:Quantity halfLifePeriod:Duration
        MedicationRequest<DomainResource identifier:Identifier status:code statusReason:CodeableConcept intent:code category:CodeableConcept priority:code doNotPerform:boolean reported[x]:boolean|Reference medication[x]:CodeableConcept|Reference subject:Reference encounter:Reference supportingInformation:Reference authoredOn:dateTime requester:Reference performer:Reference performerType:CodeableConcept recorder:Reference reasonCode:CodeableConcept reasonReference:Reference instantiatesCanonical:canonical instantiatesUri:uri basedOn:Reference groupIdentifier:Identifier courseOfTherapyType:CodeableConcept insurance:Reference note:Annotation dosageInstruction:Dosage dispenseRequest:. substitution:. priorPrescription:Reference detectedIssue:Reference eventHistory:Reference
        MedicationRequest.dispenseRequest<BackboneElement initialFill:. dispenseInterval:Duration validityPeriod:Period numberOfRepeatsAllowed:unsignedInt quantity:Quantity expectedSupplyDuration:Duration performer:Reference
        MedicationRequest.dispenseRequest.initialFill<BackboneElement quantity:Quantity duration:Duration
        MedicationRequest.substitution<BackboneElement allowed[x]:boolean|CodeableConcept reason:CodeableConcept
        MedicationStatement<DomainResource identifier:Identifier basedOn:Reference partOf:Reference status:code statusReason:CodeableConcept category:CodeableConcept medication[x]:CodeableConcept|Reference subject:Reference context:Reference effective[x]:dateTime|Period dateAsserted:dateTime informationSource:Reference derivedFrom:Reference reasonCode:CodeableConcept reasonReference:Reference note:Annotation dosage:Dosage
        MedicinalProduct<DomainResource identifier:Identifier type:CodeableConcept domain:Coding combinedPharmaceuticalDoseForm:CodeableConcept legalStatusOfSupply:CodeableConcept additionalMonitoringIndicator:CodeableConcept specialMeasures:string paediatricUseIndicator:CodeableConcept productClassification:CodeableConcept marketingStatus:MarketingStatus pharmaceuticalProduct:Reference packagedMedicinalProduct:Reference attachedDocument:Reference masterFile:Reference contact:Reference clinicalTrial:Reference name:. crossReference:Identifier manufacturingBusinessOperation:. specialDesignation:.
        MedicinalProduct.name<BackboneElement productName:string namePart:. countryLanguage:.
        MedicinalProduct.name.namePart<BackboneElement part:string type:Coding
        MedicinalProduct.name.countryLanguage<BackboneElement country:CodeableConcept jurisdiction:CodeableConcept language:CodeableConcept
        MedicinalProduct.manufacturingBusinessOperation<BackboneElement operationType:CodeableConcept authorisationReferenceNumber:Identifier effectiveDate:dateTime confidentialityIndicator:CodeableConcept manufacturer:Reference regulator:Reference
        MedicinalProduct.specialDesignation<BackboneElement identifier:Identifier type:CodeableConcept intendedUse:CodeableConcept indication[x]:CodeableConcept|Reference status:CodeableConcept date:dateTime species:CodeableConcept
        MedicinalProductAuthorization<DomainResource identifier:Identifier subject:Reference country:CodeableConcept jurisdiction:CodeableConcept status:CodeableConcept statusDate:dateTime restoreDate:dateTime validityPeriod:Period dataExclusivityPeriod:Period dateOfFirstAuthorization:dateTime internationalBirthDate:dateTime legalBasis:CodeableConcept jurisdictionalAuthorization:. holder:Reference regulator:Reference procedure:.
        MedicinalProductAuthorization.jurisdictionalAuthorization<BackboneElement identifier:Identifier country:CodeableConcept jurisdiction:CodeableConcept legalStatusOfSupply:CodeableConcept validityPeriod:Period
        MedicinalProductAuthorization.procedure<BackboneElement identifier:Identifier type:CodeableConcept date[x]:Period|dateTime application:#MedicinalProductAuthorization.procedure
        MedicinalProductContraindication<DomainResource subject:Reference disease:CodeableConcept diseaseStatus:CodeableConcept comorbidity:CodeableConcept therapeuticIndication:Reference otherTherapy:. population:Population
        MedicinalProductContraindication.otherTherapy<BackboneElement therapyRelationshipType:CodeableConcept medication[x]:CodeableConcept|Reference
        MedicinalProductIndication<DomainResource subject:Reference diseaseSymptomProcedure:CodeableConcept diseaseStatus:CodeableConcept comorbidity:CodeableConcept intendedEffect:CodeableConcept duration:Quantity otherTherapy:. undesirableEffect:Reference population:Population
        MedicinalProductIndication.otherTherapy<BackboneElement therapyRelationshipType:CodeableConcept medication[x]:CodeableConcept|Reference
        MedicinalProductIngredient<DomainResource identifier:Identifier role:CodeableConcept allergenicIndicator:boolean manufacturer:Reference specifiedSubstance:. substance:.
        MedicinalProductIngredient.specifiedSubstance<BackboneElement code:CodeableConcept group:CodeableConcept confidentiality:CodeableConcept strength:.
        MedicinalProductIngredient.specifiedSubstance.strength<BackboneElement presentation:Ratio presentationLowLimit:Ratio concentration:Ratio concentrationLowLimit:Ratio measurementPoint:string country:CodeableConcept referenceStrength:.
        MedicinalProductIngredient.specifiedSubstance.strength.referenceStrength<BackboneElement substance:CodeableConcept strength:Ratio strengthLowLimit:Ratio measurementPoint:string country:CodeableConcept
        MedicinalProductIngredient.substance<BackboneElement code:CodeableConcept strength:#MedicinalProductIngredient.specifiedSubstance.strength
        MedicinalProductInteraction<DomainResource subject:Reference description:string interactant:. type:CodeableConcept effect:CodeableConcept incidence:CodeableConcept management:CodeableConcept
        MedicinalProductInteraction.interactant<BackboneElement item[x]:Reference|CodeableConcept
        MedicinalProductManufactured<DomainResource manufacturedDoseForm:CodeableConcept unitOfPresentation:CodeableConcept quantity:Quantity manufacturer:Reference ingredient:Reference physicalCharacteristics:ProdCharacteristic otherCharacteristics:CodeableConcept
        MedicinalProductPackaged<DomainResource identifier:Identifier subject:Reference description:string legalStatusOfSupply:CodeableConcept marketingStatus:MarketingStatus marketingAuthorization:Reference manufacturer:Reference batchIdentifier:. packageItem:.
        MedicinalProductPackaged.batchIdentifier<BackboneElement outerPackaging:Identifier immediatePackaging:Identifier
        MedicinalProductPackaged.packageItem<BackboneElement identifier:Identifier type:CodeableConcept quantity:Quantity material:CodeableConcept alternateMaterial:CodeableConcept device:Reference manufacturedItem:Reference packageItem:#MedicinalProductPackaged.packageItem physicalCharacteristics:ProdCharacteristic otherCharacteristics:CodeableConcept shelfLifeStorage:ProductShelfLife manufacturer:Reference
        MedicinalProductPharmaceutical<DomainResource identifier:Identifier administrableDoseForm:CodeableConcept unitOfPresentation:CodeableConcept ingredient:Reference device:Reference characteristics:. routeOfAdministration:.
        MedicinalProductPharmaceutical.characteristics<BackboneElement code:CodeableConcept status:CodeableConcept
        MedicinalProductPharmaceutical.routeOfAdministration<BackboneElement code:CodeableConcept firstDose:Quantity maxSingleDose:Quantity maxDosePerDay:Quantity maxDosePerTreatmentPeriod:Ratio maxTreatmentPeriod:Duration targetSpecies:.
        MedicinalProductPharmaceutical.routeOfAdministration.targetSpecies<BackboneElement code:CodeableConcept withdrawalPeriod:.
        MedicinalProductPharmaceutical.routeOfAdministration.targetSpecies.withdrawalPeriod<BackboneElement tissue:CodeableConcept value:Quantity supportingInformation:string
        MedicinalProductUndesirableEffect<DomainResource subject:Reference symptomConditionEffect:CodeableConcept classification:CodeableConcept frequencyOfOccurrence:CodeableConcept population:Population
        MessageDefinition<DomainResource url:uri identifier:Identifier version:string name:string title:string replaces:canonical status:code experimental:boolean date:dateTime publisher:string contact:ContactDetail description:markdown useContext:UsageContext jurisdiction:CodeableConcept purpose:markdown copyright:markdown base:canonical parent:canonical event[x]:Coding|uri category:code focus:. responseRequired:code allowedResponse:. graph:canonical
        MessageDefinition.focus<BackboneElement code:code profile:canonical min:unsignedInt max:string
        MessageDefinition.allowedResponse<BackboneElement message:canonical situation:markdown
        MessageHeader<DomainResource event[x]:Coding|uri destination:. sender:Reference enterer:Reference author:Reference source:. responsible:Reference reason:CodeableConcept response:. focus:Reference definition:canonical
        MessageHeader.destination<BackboneElement name:string target:Reference endpoint:url receiver:Reference
        MessageHeader.source<BackboneElement name:string software:string version:string contact:ContactPoint endpoint:url
        MessageHeader.response<BackboneElement identifier:id code:code details:Reference
        Meta<Element versionId:id lastUpdated:instant source:uri profile:canonical security:Coding tag:Coding
        MolecularSequence<DomainResource identifier:Identifier type:code coordinateSystem:integer patient:Reference specimen:Reference device:Reference performer:Reference quantity:Quantity referenceSeq:. variant:. observedSeq:string quality:. readCoverage:integer repository:. pointer:Reference structureVariant:.
        MolecularSequence.referenceSeq<BackboneElement chromosome:CodeableConcept genomeBuild:string orientation:code referenceSeqId:CodeableConcept referenceSeqPointer:Reference referenceSeqString:string strand:code windowStart:integer windowEnd:integer
        MolecularSequence.variant<BackboneElement start:integer end:integer observedAllele:string referenceAllele:string cigar:string variantPointer:Reference
        MolecularSequence.quality<BackboneElement type:code standardSequence:CodeableConcept start:integer end:integer score:Quantity method:CodeableConcept truthTP:decimal queryTP:decimal truthFN:decimal queryFP:decimal gtFP:decimal precision:decimal recall:decimal fScore:decimal roc:.
        MolecularSequence.quality.roc<BackboneElement score:integer numTP:integer numFP:integer numFN:integer precision:decimal sensitivity:decimal fMeasure:decimal
        MolecularSequence.repository<BackboneElement type:code url:uri name:string datasetId:string variantsetId:string readsetId:string
        MolecularSequence.structureVariant<BackboneElement variantType:CodeableConcept exact:boolean length:integer outer:. inner:.
        MolecularSequence.structureVariant.outer<BackboneElement start:integer end:integer
        MolecularSequence.structureVariant.inner<BackboneElement start:integer end:integer
        Money<Element value:decimal currency:code
        NamingSystem<DomainResource name:string status:code kind:code date:dateTime publisher:string contact:ContactDetail responsible:string type:CodeableConcept description:markdown useContext:UsageContext jurisdiction:CodeableConcept usage:string uniqueId:.
        NamingSystem.uniqueId<BackboneElement type:code value:string preferred:boolean comment:string period:Period
        Narrative<Element status:code div:xhtml
        NutritionOrder<DomainResource identifier:Identifier instantiatesCanonical:canonical instantiatesUri:uri instantiates:uri status:code intent:code patient:Reference encounter:Reference dateTime:dateTime orderer:Reference allergyIntolerance:Reference foodPreferenceModifier:CodeableConcept excludeFoodModifier:CodeableConcept oralDiet:. supplement:. enteralFormula:. note:Annotation
        NutritionOrder.oralDiet<BackboneElement type:CodeableConcept schedule:Timing nutrient:. texture:. fluidConsistencyType:CodeableConcept instruction:string
        NutritionOrder.oralDiet.nutrient<BackboneElement modifier:CodeableConcept amount:Quantity
        NutritionOrder.oralDiet.texture<BackboneElement modifier:CodeableConcept foodType:CodeableConcept
        NutritionOrder.supplement<BackboneElement type:CodeableConcept productName:string schedule:Timing quantity:Quantity instruction:string
        NutritionOrder.enteralFormula<BackboneElement baseFormulaType:CodeableConcept baseFormulaProductName:string additiveType:CodeableConcept additiveProductName:string caloricDensity:Quantity routeofAdministration:CodeableConcept administration:. maxVolumeToDeliver:Quantity administrationInstruction:string
        NutritionOrder.enteralFormula.administration<BackboneElement schedule:Timing quantity:Quantity rate[x]:Quantity|Ratio
        Observation<DomainResource identifier:Identifier basedOn:Reference partOf:Reference status:code category:CodeableConcept code:CodeableConcept subject:Reference focus:Reference encounter:Reference effective[x]:dateTime|Period|Timing|instant issued:instant performer:Reference value[x]:Quantity|CodeableConcept|string|boolean|integer|Range|Ratio|SampledData|time|dateTime|Period dataAbsentReason:CodeableConcept interpretation:CodeableConcept note:Annotation bodySite:CodeableConcept method:CodeableConcept specimen:Reference device:Reference referenceRange:. hasMember:Reference derivedFrom:Reference component:.
        Observation.referenceRange<BackboneElement low:Quantity high:Quantity type:CodeableConcept appliesTo:CodeableConcept age:Range text:string
        Observation.component<BackboneElement code:CodeableConcept value[x]:Quantity|CodeableConcept|string|boolean|integer|Range|Ratio|SampledData|time|dateTime|Period dataAbsentReason:CodeableConcept interpretation:CodeableConcept referenceRange:#Observation.referenceRange
        ObservationDefinition<DomainResource category:CodeableConcept code:CodeableConcept identifier:Identifier permittedDataType:code multipleResultsAllowed:boolean method:CodeableConcept preferredReportName:string quantitativeDetails:. qualifiedInterval:. validCodedValueSet:Reference normalCodedValueSet:Reference abnormalCodedValueSet:Reference criticalCodedValueSet:Reference
        ObservationDefinition.quantitativeDetails<BackboneElement customaryUnit:CodeableConcept unit:CodeableConcept conversionFactor:decimal decimalPrecision:integer
        ObservationDefinition.qualifiedInterval<BackboneElement category:code range:Range context:CodeableConcept appliesTo:CodeableConcept gender:code age:Range gestationalAge:Range condition:string
        OperationDefinition<DomainResource url:uri version:string name:string title:string status:code kind:code experimental:boolean date:dateTime publisher:string contact:ContactDetail description:markdown useContext:UsageContext jurisdiction:CodeableConcept purpose:markdown affectsState:boolean code:code comment:markdown base:canonical resource:code system:boolean type:boolean instance:boolean inputProfile:canonical outputProfile:canonical parameter:. overload:.
        OperationDefinition.parameter<BackboneElement name:code use:code min:integer max:string documentation:string type:code targetProfile:canonical searchType:code binding:. referencedFrom:. part:#OperationDefinition.parameter
        OperationDefinition.parameter.binding<BackboneElement strength:code valueSet:canonical
        OperationDefinition.parameter.referencedFrom<BackboneElement source:string sourceId:string
        OperationDefinition.overload<BackboneElement parameterName:string comment:string
        OperationOutcome<DomainResource issue:.
        OperationOutcome.issue<BackboneElement severity:code code:code details:CodeableConcept diagnostics:string location:string expression:string
        Organization<DomainResource identifier:Identifier active:boolean type:CodeableConcept name:string alias:string telecom:ContactPoint address:Address partOf:Reference contact:. endpoint:Reference
        Organization.contact<BackboneElement purpose:CodeableConcept name:HumanName telecom:ContactPoint address:Address
        OrganizationAffiliation<DomainResource identifier:Identifier active:boolean period:Period organization:Reference participatingOrganization:Reference network:Reference code:CodeableConcept specialty:CodeableConcept location:Reference healthcareService:Reference telecom:ContactPoint endpoint:Reference
        ParameterDefinition<Element name:code use:code min:integer max:string documentation:string type:code profile:canonical
        Parameters<Resource parameter:.
        Parameters.parameter<BackboneElement name:string value[x]:* resource:Resource part:#Parameters.parameter
        Patient<DomainResource identifier:Identifier active:boolean name:HumanName telecom:ContactPoint gender:code birthDate:date deceased[x]:boolean|dateTime address:Address maritalStatus:CodeableConcept multipleBirth[x]:boolean|integer photo:Attachment contact:. communication:. generalPractitioner:Reference managingOrganization:Reference link:.
        Patient.contact<BackboneElement relationship:CodeableConcept name:HumanName telecom:ContactPoint address:Address gender:code organization:Reference period:Period
        Patient.communication<BackboneElement language:CodeableConcept preferred:boolean
        Patient.link<BackboneElement other:Reference type:code
        PaymentNotice<DomainResource identifier:Identifier status:code request:Reference response:Reference created:dateTime provider:Reference payment:Reference paymentDate:date payee:Reference recipient:Reference amount:Money paymentStatus:CodeableConcept
        PaymentReconciliation<DomainResource identifier:Identifier status:code period:Period created:dateTime paymentIssuer:Reference request:Reference requestor:Reference outcome:code disposition:string paymentDate:date paymentAmount:Money paymentIdentifier:Identifier detail:. formCode:CodeableConcept processNote:.
        PaymentReconciliation.detail<BackboneElement identifier:Identifier predecessor:Identifier type:CodeableConcept request:Reference submitter:Reference response:Reference date:date responsible:Reference payee:Reference amount:Money
        PaymentReconciliation.processNote<BackboneElement type:code text:string
        Period<Element start:dateTime end:dateTime
        Person<DomainResource identifier:Identifier name:HumanName telecom:ContactPoint gender:code birthDate:date address:Address photo:Attachment managingOrganization:Reference active:boolean link:.
        Person.link<BackboneElement target:Reference assurance:code
        PlanDefinition<DomainResource url:uri identifier:Identifier version:string name:string title:string subtitle:string type:CodeableConcept status:code experimental:boolean subject[x]:CodeableConcept|Reference date:dateTime publisher:string contact:ContactDetail description:markdown useContext:UsageContext jurisdiction:CodeableConcept purpose:markdown usage:string copyright:markdown approvalDate:date lastReviewDate:date effectivePeriod:Period topic:CodeableConcept author:ContactDetail editor:ContactDetail reviewer:ContactDetail endorser:ContactDetail relatedArtifact:RelatedArtifact library:canonical goal:. action:.
        PlanDefinition.goal<BackboneElement category:CodeableConcept description:CodeableConcept priority:CodeableConcept start:CodeableConcept addresses:CodeableConcept documentation:RelatedArtifact target:.
        PlanDefinition.goal.target<BackboneElement measure:CodeableConcept detail[x]:Quantity|Range|CodeableConcept due:Duration
        PlanDefinition.action<BackboneElement prefix:string title:string description:string textEquivalent:string priority:code code:CodeableConcept reason:CodeableConcept documentation:RelatedArtifact goalId:id subject[x]:CodeableConcept|Reference trigger:TriggerDefinition condition:. input:DataRequirement output:DataRequirement relatedAction:. timing[x]:dateTime|Age|Period|Duration|Range|Timing participant:. type:CodeableConcept groupingBehavior:code selectionBehavior:code requiredBehavior:code precheckBehavior:code cardinalityBehavior:code definition[x]:canonical|uri transform:canonical dynamicValue:. action:#PlanDefinition.action
        PlanDefinition.action.condition<BackboneElement kind:code expression:Expression
        PlanDefinition.action.relatedAction<BackboneElement actionId:id relationship:code offset[x]:Duration|Range
        PlanDefinition.action.participant<BackboneElement type:code role:CodeableConcept
        PlanDefinition.action.dynamicValue<BackboneElement path:string expression:Expression
        Population<BackboneElement age[x]:Range|CodeableConcept gender:CodeableConcept race:CodeableConcept physiologicalCondition:CodeableConcept
        Practitioner<DomainResource identifier:Identifier active:boolean name:HumanName telecom:ContactPoint address:Address gender:code birthDate:date photo:Attachment qualification:. communication:CodeableConcept
        Practitioner.qualification<BackboneElement identifier:Identifier code:CodeableConcept period:Period issuer:Reference
        PractitionerRole<DomainResource identifier:Identifier active:boolean period:Period practitioner:Reference organization:Reference code:CodeableConcept specialty:CodeableConcept location:Reference healthcareService:Reference telecom:ContactPoint availableTime:. notAvailable:. availabilityExceptions:string endpoint:Reference
        PractitionerRole.availableTime<BackboneElement daysOfWeek:code allDay:boolean availableStartTime:time availableEndTime:time
        PractitionerRole.notAvailable<BackboneElement description:string during:Period
        Procedure<DomainResource identifier:Identifier instantiatesCanonical:canonical instantiatesUri:uri basedOn:Reference partOf:Reference status:code statusReason:CodeableConcept category:CodeableConcept code:CodeableConcept subject:Reference encounter:Reference performed[x]:dateTime|Period|string|Age|Range recorder:Reference asserter:Reference performer:. location:Reference reasonCode:CodeableConcept reasonReference:Reference bodySite:CodeableConcept outcome:CodeableConcept report:Reference complication:CodeableConcept complicationDetail:Reference followUp:CodeableConcept note:Annotation focalDevice:. usedReference:Reference usedCode:CodeableConcept
        Procedure.performer<BackboneElement function:CodeableConcept actor:Reference onBehalfOf:Reference
        Procedure.focalDevice<BackboneElement action:CodeableConcept manipulated:Reference
        ProdCharacteristic<BackboneElement height:Quantity width:Quantity depth:Quantity weight:Quantity nominalVolume:Quantity externalDiameter:Quantity shape:string color:string imprint:string image:Attachment scoring:CodeableConcept
        ProductShelfLife<BackboneElement identifier:Identifier type:CodeableConcept period:Quantity specialPrecautionsForStorage:CodeableConcept
        Provenance<DomainResource target:Reference occurred[x]:Period|dateTime recorded:instant policy:uri location:Reference reason:CodeableConcept activity:CodeableConcept agent:. entity:. signature:Signature
        Provenance.agent<BackboneElement type:CodeableConcept role:CodeableConcept who:Reference onBehalfOf:Reference
        Provenance.entity<BackboneElement role:code what:Reference agent:#Provenance.agent
        Quantity<Element value:decimal comparator:code unit:string system:uri code:code
        Questionnaire<DomainResource url:uri identifier:Identifier version:string name:string title:string derivedFrom:canonical status:code experimental:boolean subjectType:code date:dateTime publisher:string contact:ContactDetail description:markdown useContext:UsageContext jurisdiction:CodeableConcept purpose:markdown copyright:markdown approvalDate:date lastReviewDate:date effectivePeriod:Period code:Coding item:.
        Questionnaire.item<BackboneElement linkId:string definition:uri code:Coding prefix:string text:string type:code enableWhen:. enableBehavior:code required:boolean repeats:boolean readOnly:boolean maxLength:integer answerValueSet:canonical answerOption:. initial:. item:#Questionnaire.item
        Questionnaire.item.enableWhen<BackboneElement question:string operator:code answer[x]:boolean|decimal|integer|date|dateTime|time|string|Coding|Quantity|Reference
        Questionnaire.item.answerOption<BackboneElement value[x]:integer|date|time|string|Coding|Reference initialSelected:boolean
        Questionnaire.item.initial<BackboneElement value[x]:boolean|decimal|integer|date|dateTime|time|string|uri|Attachment|Coding|Quantity|Reference
        QuestionnaireResponse<DomainResource identifier:Identifier basedOn:Reference partOf:Reference questionnaire:canonical status:code subject:Reference encounter:Reference authored:dateTime author:Reference source:Reference item:.
        QuestionnaireResponse.item<BackboneElement linkId:string definition:uri text:string answer:. item:#QuestionnaireResponse.item
        QuestionnaireResponse.item.answer<BackboneElement value[x]:boolean|decimal|integer|date|dateTime|time|string|uri|Attachment|Coding|Quantity|Reference item:#QuestionnaireResponse.item
        Range<Element low:Quantity high:Quantity
        Ratio<Element numerator:Quantity denominator:Quantity
        Reference<Element reference:string type:uri identifier:Identifier display:string
        RelatedArtifact<Element type:code label:string display:string citation:markdown url:url document:Attachment resource:canonical
        RelatedPerson<DomainResource identifier:Identifier active:boolean patient:Reference relationship:CodeableConcept name:HumanName telecom:ContactPoint gender:code birthDate:date address:Address photo:Attachment period:Period communication:.
        RelatedPerson.communication<BackboneElement language:CodeableConcept preferred:boolean
        RequestGroup<DomainResource identifier:Identifier instantiatesCanonical:canonical instantiatesUri:uri basedOn:Reference replaces:Reference groupIdentifier:Identifier status:code intent:code priority:code code:CodeableConcept subject:Reference encounter:Reference authoredOn:dateTime author:Reference reasonCode:CodeableConcept reasonReference:Reference note:Annotation action:.
        RequestGroup.action<BackboneElement prefix:string title:string description:string textEquivalent:string priority:code code:CodeableConcept documentation:RelatedArtifact condition:. relatedAction:. timing[x]:dateTime|Age|Period|Duration|Range|Timing participant:Reference type:CodeableConcept groupingBehavior:code selectionBehavior:code requiredBehavior:code precheckBehavior:code cardinalityBehavior:code resource:Reference action:#RequestGroup.action
        RequestGroup.action.condition<BackboneElement kind:code expression:Expression
        RequestGroup.action.relatedAction<BackboneElement actionId:id relationship:code offset[x]:Duration|Range
        ResearchDefinition<DomainResource url:uri identifier:Identifier version:string name:string title:string shortTitle:string subtitle:string status:code experimental:boolean subject[x]:CodeableConcept|Reference date:dateTime publisher:string contact:ContactDetail description:markdown comment:string useContext:UsageContext jurisdiction:CodeableConcept purpose:markdown usage:string copyright:markdown approvalDate:date lastReviewDate:date effectivePeriod:Period topic:CodeableConcept author:ContactDetail editor:ContactDetail reviewer:ContactDetail endorser:ContactDetail relatedArtifact:RelatedArtifact library:canonical population:Reference exposure:Reference exposureAlternative:Reference outcome:Reference
        ResearchElementDefinition<DomainResource url:uri identifier:Identifier version:string name:string title:string shortTitle:string subtitle:string status:code experimental:boolean subject[x]:CodeableConcept|Reference date:dateTime publisher:string contact:ContactDetail description:markdown comment:string useContext:UsageContext jurisdiction:CodeableConcept purpose:markdown usage:string copyright:markdown approvalDate:date lastReviewDate:date effectivePeriod:Period topic:CodeableConcept author:ContactDetail editor:ContactDetail reviewer:ContactDetail endorser:ContactDetail relatedArtifact:RelatedArtifact library:canonical type:code variableType:code characteristic:.
        ResearchElementDefinition.characteristic<BackboneElement definition[x]:CodeableConcept|canonical|Expression|DataRequirement usageContext:UsageContext exclude:boolean unitOfMeasure:CodeableConcept studyEffectiveDescription:string studyEffective[x]:dateTime|Period|Duration|Timing studyEffectiveTimeFromStart:Duration studyEffectiveGroupMeasure:code participantEffectiveDescription:string participantEffective[x]:dateTime|Period|Duration|Timing participantEffectiveTimeFromStart:Duration participantEffectiveGroupMeasure:code
        ResearchStudy<DomainResource identifier:Identifier title:string protocol:Reference partOf:Reference status:code primaryPurposeType:CodeableConcept phase:CodeableConcept category:CodeableConcept focus:CodeableConcept condition:CodeableConcept contact:ContactDetail relatedArtifact:RelatedArtifact keyword:CodeableConcept location:CodeableConcept description:markdown enrollment:Reference period:Period sponsor:Reference principalInvestigator:Reference site:Reference reasonStopped:CodeableConcept note:Annotation arm:. objective:.
        ResearchStudy.arm<BackboneElement name:string type:CodeableConcept description:string
        ResearchStudy.objective<BackboneElement name:string type:CodeableConcept
        ResearchSubject<DomainResource identifier:Identifier status:code period:Period study:Reference individual:Reference assignedArm:string actualArm:string consent:Reference
        Resource< id:string meta:Meta implicitRules:uri language:code
        RiskAssessment<DomainResource identifier:Identifier basedOn:Reference parent:Reference status:code method:CodeableConcept code:CodeableConcept subject:Reference encounter:Reference occurrence[x]:dateTime|Period condition:Reference performer:Reference reasonCode:CodeableConcept reasonReference:Reference basis:Reference prediction:. mitigation:string note:Annotation
        RiskAssessment.prediction<BackboneElement outcome:CodeableConcept probability[x]:decimal|Range qualitativeRisk:CodeableConcept relativeRisk:decimal when[x]:Period|Range rationale:string
        RiskEvidenceSynthesis<DomainResource url:uri identifier:Identifier version:string name:string title:string status:code date:dateTime publisher:string contact:ContactDetail description:markdown note:Annotation useContext:UsageContext jurisdiction:CodeableConcept copyright:markdown approvalDate:date lastReviewDate:date effectivePeriod:Period topic:CodeableConcept author:ContactDetail editor:ContactDetail reviewer:ContactDetail endorser:ContactDetail relatedArtifact:RelatedArtifact synthesisType:CodeableConcept studyType:CodeableConcept population:Reference exposure:Reference outcome:Reference sampleSize:. riskEstimate:. certainty:.
        RiskEvidenceSynthesis.sampleSize<BackboneElement description:string numberOfStudies:integer numberOfParticipants:integer
        RiskEvidenceSynthesis.riskEstimate<BackboneElement description:string type:CodeableConcept value:decimal unitOfMeasure:CodeableConcept denominatorCount:integer numeratorCount:integer precisionEstimate:.
        RiskEvidenceSynthesis.riskEstimate.precisionEstimate<BackboneElement type:CodeableConcept level:decimal from:decimal to:decimal
        RiskEvidenceSynthesis.certainty<BackboneElement rating:CodeableConcept note:Annotation certaintySubcomponent:.
        RiskEvidenceSynthesis.certainty.certaintySubcomponent<BackboneElement type:CodeableConcept rating:CodeableConcept note:Annotation
        SampledData<Element origin:Quantity period:decimal factor:decimal lowerLimit:decimal upperLimit:decimal dimensions:positiveInt data:string
        Schedule<DomainResource identifier:Identifier active:boolean serviceCategory:CodeableConcept serviceType:CodeableConcept specialty:CodeableConcept actor:Reference planningHorizon:Period comment:string
        SearchParameter<DomainResource url:uri version:string name:string derivedFrom:canonical status:code experimental:boolean date:dateTime publisher:string contact:ContactDetail description:markdown useContext:UsageContext jurisdiction:CodeableConcept purpose:markdown code:code base:code type:code expression:string xpath:string xpathUsage:code target:code multipleOr:boolean multipleAnd:boolean comparator:code modifier:code chain:string component:.
        SearchParameter.component<BackboneElement definition:canonical expression:string
        ServiceRequest<DomainResource identifier:Identifier instantiatesCanonical:canonical instantiatesUri:uri basedOn:Reference replaces:Reference requisition:Identifier status:code intent:code category:CodeableConcept priority:code doNotPerform:boolean code:CodeableConcept orderDetail:CodeableConcept quantity[x]:Quantity|Ratio|Range subject:Reference encounter:Reference occurrence[x]:dateTime|Period|Timing asNeeded[x]:boolean|CodeableConcept authoredOn:dateTime requester:Reference performerType:CodeableConcept performer:Reference locationCode:CodeableConcept locationReference:Reference reasonCode:CodeableConcept reasonReference:Reference insurance:Reference supportingInfo:Reference specimen:Reference bodySite:CodeableConcept note:Annotation patientInstruction:string relevantHistory:Reference
        Signature<Element type:Coding when:instant who:Reference onBehalfOf:Reference targetFormat:code sigFormat:code data:base64Binary
        Slot<DomainResource identifier:Identifier serviceCategory:CodeableConcept serviceType:CodeableConcept specialty:CodeableConcept appointmentType:CodeableConcept schedule:Reference status:code start:instant end:instant overbooked:boolean comment:string
        Specimen<DomainResource identifier:Identifier accessionIdentifier:Identifier status:code type:CodeableConcept subject:Reference receivedTime:dateTime parent:Reference request:Reference collection:. processing:. container:. condition:CodeableConcept note:Annotation
        Specimen.collection<BackboneElement collector:Reference collected[x]:dateTime|Period duration:Duration quantity:Quantity method:CodeableConcept bodySite:CodeableConcept fastingStatus[x]:CodeableConcept|Duration
        Specimen.processing<BackboneElement description:string procedure:CodeableConcept additive:Reference time[x]:dateTime|Period
        Specimen.container<BackboneElement identifier:Identifier description:string type:CodeableConcept capacity:Quantity specimenQuantity:Quantity additive[x]:CodeableConcept|Reference
        SpecimenDefinition<DomainResource identifier:Identifier typeCollected:CodeableConcept patientPreparation:CodeableConcept timeAspect:string collection:CodeableConcept typeTested:.
        SpecimenDefinition.typeTested<BackboneElement isDerived:boolean type:CodeableConcept preference:code container:. requirement:string retentionTime:Duration rejectionCriterion:CodeableConcept handling:.
        SpecimenDefinition.typeTested.container<BackboneElement material:CodeableConcept type:CodeableConcept cap:CodeableConcept description:string capacity:Quantity minimumVolume[x]:Quantity|string additive:. preparation:string
        SpecimenDefinition.typeTested.container.additive<BackboneElement additive[x]:CodeableConcept|Reference
        SpecimenDefinition.typeTested.handling<BackboneElement temperatureQualifier:CodeableConcept temperatureRange:Range maxDuration:Duration instruction:string
        StructureDefinition<DomainResource url:uri identifier:Identifier version:string name:string title:string status:code experimental:boolean date:dateTime publisher:string contact:ContactDetail description:markdown useContext:UsageContext jurisdiction:CodeableConcept purpose:markdown copyright:markdown keyword:Coding fhirVersion:code mapping:. kind:code abstract:boolean context:. contextInvariant:string type:uri baseDefinition:canonical derivation:code snapshot:. differential:.
        StructureDefinition.mapping<BackboneElement identity:id uri:uri name:string comment:string
        StructureDefinition.context<BackboneElement type:code expression:string
        StructureDefinition.snapshot<BackboneElement element:ElementDefinition
        StructureDefinition.differential<BackboneElement element:ElementDefinition
        StructureMap<DomainResource url:uri identifier:Identifier version:string name:string title:string status:code experimental:boolean date:dateTime publisher:string contact:ContactDetail description:markdown useContext:UsageContext jurisdiction:CodeableConcept purpose:markdown copyright:markdown structure:. import:canonical group:.
        StructureMap.structure<BackboneElement url:canonical mode:code alias:string documentation:string
        StructureMap.group<BackboneElement name:id extends:id typeMode:code documentation:string input:. rule:.
        StructureMap.group.input<BackboneElement name:id type:string mode:code documentation:string
        StructureMap.group.rule<BackboneElement name:id source:. target:. rule:#StructureMap.group.rule dependent:. documentation:string
        StructureMap.group.rule.source<BackboneElement context:id min:integer max:string type:string defaultValue[x]:* element:string listMode:code variable:id condition:string check:string logMessage:string
        StructureMap.group.rule.target<BackboneElement context:id contextType:code element:string variable:id listMode:code listRuleId:id transform:code parameter:.
        StructureMap.group.rule.target.parameter<BackboneElement value[x]:id|string|boolean|integer|decimal
        StructureMap.group.rule.dependent<BackboneElement name:id variable:string
        Subscription<DomainResource status:code contact:ContactPoint end:instant reason:string criteria:string error:string channel:.
        Subscription.channel<BackboneElement type:code endpoint:url payload:code header:string
        Substance<DomainResource identifier:Identifier status:code category:CodeableConcept code:CodeableConcept description:string instance:. ingredient:.
        Substance.instance<BackboneElement identifier:Identifier expiry:dateTime quantity:Quantity
        Substance.ingredient<BackboneElement quantity:Ratio substance[x]:CodeableConcept|Reference
        SubstanceAmount<BackboneElement amount[x]:Quantity|Range|string amountType:CodeableConcept amountText:string referenceRange:.
        SubstanceAmount.referenceRange<Element lowLimit:Quantity highLimit:Quantity
        SubstanceNucleicAcid<DomainResource sequenceType:CodeableConcept numberOfSubunits:integer areaOfHybridisation:string oligoNucleotideType:CodeableConcept subunit:.
        SubstanceNucleicAcid.subunit<BackboneElement subunit:integer sequence:string length:integer sequenceAttachment:Attachment fivePrime:CodeableConcept threePrime:CodeableConcept linkage:. sugar:.
        SubstanceNucleicAcid.subunit.linkage<BackboneElement connectivity:string identifier:Identifier name:string residueSite:string
        SubstanceNucleicAcid.subunit.sugar<BackboneElement identifier:Identifier name:string residueSite:string
        SubstancePolymer<DomainResource class:CodeableConcept geometry:CodeableConcept copolymerConnectivity:CodeableConcept modification:string monomerSet:. repeat:.
        SubstancePolymer.monomerSet<BackboneElement ratioType:CodeableConcept startingMaterial:.
        SubstancePolymer.monomerSet.startingMaterial<BackboneElement material:CodeableConcept type:CodeableConcept isDefining:boolean amount:SubstanceAmount
        SubstancePolymer.repeat<BackboneElement numberOfUnits:integer averageMolecularFormula:string repeatUnitAmountType:CodeableConcept repeatUnit:.
        SubstancePolymer.repeat.repeatUnit<BackboneElement orientationOfPolymerisation:CodeableConcept repeatUnit:string amount:SubstanceAmount degreeOfPolymerisation:. structuralRepresentation:.
        SubstancePolymer.repeat.repeatUnit.degreeOfPolymerisation<BackboneElement degree:CodeableConcept amount:SubstanceAmount
        SubstancePolymer.repeat.repeatUnit.structuralRepresentation<BackboneElement type:CodeableConcept representation:string attachment:Attachment
        SubstanceProtein<DomainResource sequenceType:CodeableConcept numberOfSubunits:integer disulfideLinkage:string subunit:.
        SubstanceProtein.subunit<BackboneElement subunit:integer sequence:string length:integer sequenceAttachment:Attachment nTerminalModificationId:Identifier nTerminalModification:string cTerminalModificationId:Identifier cTerminalModification:string
        SubstanceReferenceInformation<DomainResource comment:string gene:. geneElement:. classification:. target:.
        SubstanceReferenceInformation.gene<BackboneElement geneSequenceOrigin:CodeableConcept gene:CodeableConcept source:Reference
        SubstanceReferenceInformation.geneElement<BackboneElement type:CodeableConcept element:Identifier source:Reference
        SubstanceReferenceInformation.classification<BackboneElement domain:CodeableConcept classification:CodeableConcept subtype:CodeableConcept source:Reference
        SubstanceReferenceInformation.target<BackboneElement target:Identifier type:CodeableConcept interaction:CodeableConcept organism:CodeableConcept organismType:CodeableConcept amount[x]:Quantity|Range|string amountType:CodeableConcept source:Reference
        SubstanceSourceMaterial<DomainResource sourceMaterialClass:CodeableConcept sourceMaterialType:CodeableConcept sourceMaterialState:CodeableConcept organismId:Identifier organismName:string parentSubstanceId:Identifier parentSubstanceName:string countryOfOrigin:CodeableConcept geographicalLocation:string developmentStage:CodeableConcept fractionDescription:. organism:. partDescription:.
        SubstanceSourceMaterial.fractionDescription<BackboneElement fraction:string materialType:CodeableConcept
        SubstanceSourceMaterial.organism<BackboneElement family:CodeableConcept genus:CodeableConcept species:CodeableConcept intraspecificType:CodeableConcept intraspecificDescription:string author:. hybrid:. organismGeneral:.
        SubstanceSourceMaterial.organism.author<BackboneElement authorType:CodeableConcept authorDescription:string
        SubstanceSourceMaterial.organism.hybrid<BackboneElement maternalOrganismId:string maternalOrganismName:string paternalOrganismId:string paternalOrganismName:string hybridType:CodeableConcept
        SubstanceSourceMaterial.organism.organismGeneral<BackboneElement kingdom:CodeableConcept phylum:CodeableConcept class:CodeableConcept order:CodeableConcept
        SubstanceSourceMaterial.partDescription<BackboneElement part:CodeableConcept partLocation:CodeableConcept
        SubstanceSpecification<DomainResource identifier:Identifier type:CodeableConcept status:CodeableConcept domain:CodeableConcept description:string source:Reference comment:string moiety:. property:. referenceInformation:Reference structure:. code:. name:. molecularWeight:#SubstanceSpecification.structure.isotope.molecularWeight relationship:. nucleicAcid:Reference polymer:Reference protein:Reference sourceMaterial:Reference
        SubstanceSpecification.moiety<BackboneElement role:CodeableConcept identifier:Identifier name:string stereochemistry:CodeableConcept opticalActivity:CodeableConcept molecularFormula:string amount[x]:Quantity|string
        SubstanceSpecification.property<BackboneElement category:CodeableConcept code:CodeableConcept parameters:string definingSubstance[x]:Reference|CodeableConcept amount[x]:Quantity|string
        SubstanceSpecification.structure<BackboneElement stereochemistry:CodeableConcept opticalActivity:CodeableConcept molecularFormula:string molecularFormulaByMoiety:string isotope:. molecularWeight:#SubstanceSpecification.structure.isotope.molecularWeight source:Reference representation:.
        SubstanceSpecification.structure.isotope<BackboneElement identifier:Identifier name:CodeableConcept substitution:CodeableConcept halfLife:Quantity molecularWeight:.
        SubstanceSpecification.structure.isotope.molecularWeight<BackboneElement method:CodeableConcept type:CodeableConcept amount:Quantity
        SubstanceSpecification.structure.representation<BackboneElement type:CodeableConcept representation:string attachment:Attachment
        SubstanceSpecification.code<BackboneElement code:CodeableConcept status:CodeableConcept statusDate:dateTime comment:string source:Reference
        SubstanceSpecification.name<BackboneElement name:string type:CodeableConcept status:CodeableConcept preferred:boolean language:CodeableConcept domain:CodeableConcept jurisdiction:CodeableConcept synonym:#SubstanceSpecification.name translation:#SubstanceSpecification.name official:. source:Reference
        SubstanceSpecification.name.official<BackboneElement authority:CodeableConcept status:CodeableConcept date:dateTime
        SubstanceSpecification.relationship<BackboneElement substance[x]:Reference|CodeableConcept relationship:CodeableConcept isDefining:boolean amount[x]:Quantity|Range|Ratio|string amountRatioLowLimit:Ratio amountType:CodeableConcept source:Reference
        SupplyDelivery<DomainResource identifier:Identifier basedOn:Reference partOf:Reference status:code patient:Reference type:CodeableConcept suppliedItem:. occurrence[x]:dateTime|Period|Timing supplier:Reference destination:Reference receiver:Reference
        SupplyDelivery.suppliedItem<BackboneElement quantity:Quantity item[x]:CodeableConcept|Reference
        SupplyRequest<DomainResource identifier:Identifier status:code category:CodeableConcept priority:code item[x]:CodeableConcept|Reference quantity:Quantity parameter:. occurrence[x]:dateTime|Period|Timing authoredOn:dateTime requester:Reference supplier:Reference reasonCode:CodeableConcept reasonReference:Reference deliverFrom:Reference deliverTo:Reference
        SupplyRequest.parameter<BackboneElement code:CodeableConcept value[x]:CodeableConcept|Quantity|Range|boolean
        Task<DomainResource identifier:Identifier instantiatesCanonical:canonical instantiatesUri:uri basedOn:Reference groupIdentifier:Identifier partOf:Reference status:code statusReason:CodeableConcept businessStatus:CodeableConcept intent:code priority:code code:CodeableConcept description:string focus:Reference for:Reference encounter:Reference executionPeriod:Period authoredOn:dateTime lastModified:dateTime requester:Reference performerType:CodeableConcept owner:Reference location:Reference reasonCode:CodeableConcept reasonReference:Reference insurance:Reference note:Annotation relevantHistory:Reference restriction:. input:. output:.
        Task.restriction<BackboneElement repetitions:positiveInt period:Period recipient:Reference
        Task.input<BackboneElement type:CodeableConcept value[x]:*
        Task.output<BackboneElement type:CodeableConcept value[x]:*
        TerminologyCapabilities<DomainResource url:uri version:string name:string title:string status:code experimental:boolean date:dateTime publisher:string contact:ContactDetail description:markdown useContext:UsageContext jurisdiction:CodeableConcept purpose:markdown copyright:markdown kind:code software:. implementation:. lockedDate:boolean codeSystem:. expansion:. codeSearch:code validateCode:. translation:. closure:.
        TerminologyCapabilities.software<BackboneElement name:string version:string
        TerminologyCapabilities.implementation<BackboneElement description:string url:url
        TerminologyCapabilities.codeSystem<BackboneElement uri:canonical version:. subsumption:boolean
        TerminologyCapabilities.codeSystem.version<BackboneElement code:string isDefault:boolean compositional:boolean language:code filter:. property:code
        TerminologyCapabilities.codeSystem.version.filter<BackboneElement code:code op:code
        TerminologyCapabilities.expansion<BackboneElement hierarchical:boolean paging:boolean incomplete:boolean parameter:. textFilter:markdown
        TerminologyCapabilities.expansion.parameter<BackboneElement name:code documentation:string
        TerminologyCapabilities.validateCode<BackboneElement translations:boolean
        TerminologyCapabilities.translation<BackboneElement needsMap:boolean
        TerminologyCapabilities.closure<BackboneElement translation:boolean
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
        TestScript<DomainResource url:uri identifier:Identifier version:string name:string title:string status:code experimental:boolean date:dateTime publisher:string contact:ContactDetail description:markdown useContext:UsageContext jurisdiction:CodeableConcept purpose:markdown copyright:markdown origin:. destination:. metadata:. fixture:. profile:Reference variable:. setup:. test:. teardown:.
        TestScript.origin<BackboneElement index:integer profile:Coding
        TestScript.destination<BackboneElement index:integer profile:Coding
        TestScript.metadata<BackboneElement link:. capability:.
        TestScript.metadata.link<BackboneElement url:uri description:string
        TestScript.metadata.capability<BackboneElement required:boolean validated:boolean description:string origin:integer destination:integer link:uri capabilities:canonical
        TestScript.fixture<BackboneElement autocreate:boolean autodelete:boolean resource:Reference
        TestScript.variable<BackboneElement name:string defaultValue:string description:string expression:string headerField:string hint:string path:string sourceId:id
        TestScript.setup<BackboneElement action:.
        TestScript.setup.action<BackboneElement operation:. assert:.
        TestScript.setup.action.operation<BackboneElement type:Coding resource:code label:string description:string accept:code contentType:code destination:integer encodeRequestUrl:boolean method:code origin:integer params:string requestHeader:. requestId:id responseId:id sourceId:id targetId:id url:string
        TestScript.setup.action.operation.requestHeader<BackboneElement field:string value:string
        TestScript.setup.action.assert<BackboneElement label:string description:string direction:code compareToSourceId:string compareToSourceExpression:string compareToSourcePath:string contentType:code expression:string headerField:string minimumId:string navigationLinks:boolean operator:code path:string requestMethod:code requestURL:string resource:code response:code responseCode:string sourceId:id validateProfileId:id value:string warningOnly:boolean
        TestScript.test<BackboneElement name:string description:string action:.
        TestScript.test.action<BackboneElement operation:#TestScript.setup.action.operation assert:#TestScript.setup.action.assert
        TestScript.teardown<BackboneElement action:.
        TestScript.teardown.action<BackboneElement operation:#TestScript.setup.action.operation
        Timing<BackboneElement event:dateTime repeat:. code:CodeableConcept
        Timing.repeat<Element bounds[x]:Duration|Range|Period count:positiveInt countMax:positiveInt duration:decimal durationMax:decimal durationUnit:code frequency:positiveInt frequencyMax:positiveInt period:decimal periodMax:decimal periodUnit:code dayOfWeek:code timeOfDay:time when:code offset:unsignedInt
        TriggerDefinition<Element type:code name:string timing[x]:Timing|Reference|date|dateTime data:DataRequirement condition:Expression
        UsageContext<Element code:Coding value[x]:CodeableConcept|Quantity|Range|Reference
        ValueSet<DomainResource url:uri identifier:Identifier version:string name:string title:string status:code experimental:boolean date:dateTime publisher:string contact:ContactDetail description:markdown useContext:UsageContext jurisdiction:CodeableConcept immutable:boolean purpose:markdown copyright:markdown compose:. expansion:.
        ValueSet.compose<BackboneElement lockedDate:date inactive:boolean include:. exclude:#ValueSet.compose.include
        ValueSet.compose.include<BackboneElement system:uri version:string concept:. filter:. valueSet:canonical
        ValueSet.compose.include.concept<BackboneElement code:code display:string designation:.
        ValueSet.compose.include.concept.designation<BackboneElement language:code use:Coding value:string
        ValueSet.compose.include.filter<BackboneElement property:code op:code value:string
        ValueSet.expansion<BackboneElement identifier:uri timestamp:dateTime total:integer offset:integer parameter:. contains:.
        ValueSet.expansion.parameter<BackboneElement name:string value[x]:string|boolean|integer|decimal|uri|code|dateTime
        ValueSet.expansion.contains<BackboneElement system:uri abstract:boolean inactive:boolean version:string code:code display:string designation:#ValueSet.compose.include.concept.designation contains:#ValueSet.expansion.contains
        VerificationResult<DomainResource target:Reference targetLocation:string need:CodeableConcept status:code statusDate:dateTime validationType:CodeableConcept validationProcess:CodeableConcept frequency:Timing lastPerformed:dateTime nextScheduled:date failureAction:CodeableConcept primarySource:. attestation:. validator:.
        VerificationResult.primarySource<BackboneElement who:Reference type:CodeableConcept communicationMethod:CodeableConcept validationStatus:CodeableConcept validationDate:dateTime canPushUpdates:CodeableConcept pushTypeAvailable:CodeableConcept
        VerificationResult.attestation<BackboneElement who:Reference onBehalfOf:Reference communicationMethod:CodeableConcept date:date sourceIdentityCertificate:string proxyIdentityCertificate:string proxySignature:Signature sourceSignature:Signature
        VerificationResult.validator<BackboneElement organization:Reference identityCertificate:string attestationSignature:Signature
        VisionPrescription<DomainResource identifier:Identifier status:code created:dateTime patient:Reference encounter:Reference dateWritten:dateTime prescriber:Reference lensSpecification:.
        VisionPrescription.lensSpecification<BackboneElement product:CodeableConcept eye:code sphere:decimal cylinder:decimal axis:integer prism:. add:decimal power:decimal backCurve:decimal diameter:decimal duration:Quantity color:string brand:string note:Annotation
        VisionPrescription.lensSpecification.prism<BackboneElement amount:decimal base:code
        base64Binary<Element
        boolean<Element
        canonical<uri
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
        url<uri
        uuid<uri
        xhtml<Element
        """
}
