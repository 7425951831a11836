// Made by deploy/dev/fhir/make-mutations; how to read it is said there.

enum MutationTable {
    static let text: StaticString = #"""
        r4	ActivityDefinition-referralPrimaryCareMentalHealth	replace	/kind	"none-of-them"	ActivityDefinition.kind	ActivityDefinition.kind: binding http://hl7.org/fhir/ValueSet/request-resource-types
        r4	ActivityDefinition-referralPrimaryCareMentalHealth-initial	replace	/author/0/telecom/1/system	"none-of-them"	ActivityDefinition.author[0].telecom[1].system	ContactPoint.system: binding http://hl7.org/fhir/ValueSet/contact-point-system
        r4	Claim-MED-00050	replace	/text/status	"none-of-them"	Claim.text.status	Narrative.status: binding http://hl7.org/fhir/ValueSet/narrative-status
        r4	Encounter-f002	replace	/identifier/0/use	"none-of-them"	Encounter.identifier[0].use	Identifier.use: binding http://hl7.org/fhir/ValueSet/identifier-use
        r4	Evidence-example	replace	/status	"none-of-them"	Evidence.status	Evidence.status: binding http://hl7.org/fhir/ValueSet/publication-status
        r4	ExampleScenario-example	replace	/text/status	"none-of-them"	ExampleScenario.text.status	Narrative.status: binding http://hl7.org/fhir/ValueSet/narrative-status
        r4	List-example-empty	replace	/text/status	"none-of-them"	List.text.status	Narrative.status: binding http://hl7.org/fhir/ValueSet/narrative-status
        r4	Measure-measure-predecessor-example	replace	/relatedArtifact/1/type	"none-of-them"	Measure.relatedArtifact[1].type	RelatedArtifact.type: binding http://hl7.org/fhir/ValueSet/related-artifact-type
        r4	MedicationDispense-meddisp0311	replace	/dosageInstruction/0/timing/repeat/periodUnit	"none-of-them"	MedicationDispense.dosageInstruction[0].timing.repeat.periodUnit	Timing.repeat.periodUnit: binding http://hl7.org/fhir/ValueSet/units-of-time
        r4	MedicationRequest-medrx0303	replace	/intent	"none-of-them"	MedicationRequest.intent	MedicationRequest.intent: binding http://hl7.org/fhir/ValueSet/medicationrequest-intent
        r4	MedicationRequest-medrx0308	replace	/dosageInstruction/0/timing/repeat/periodUnit	"none-of-them"	MedicationRequest.dosageInstruction[0].timing.repeat.periodUnit	Timing.repeat.periodUnit: binding http://hl7.org/fhir/ValueSet/units-of-time
        r4	MedicationStatement-example006	replace	/text/status	"none-of-them"	MedicationStatement.text.status	Narrative.status: binding http://hl7.org/fhir/ValueSet/narrative-status
        r4	MolecularSequence-graphic-example-2	replace	/referenceSeq/strand	"none-of-them"	MolecularSequence.referenceSeq.strand	MolecularSequence.referenceSeq.strand: binding http://hl7.org/fhir/ValueSet/strand-type
        r4	Observation-example	replace	/text/status	"none-of-them"	Observation.text.status	Narrative.status: binding http://hl7.org/fhir/ValueSet/narrative-status
        r4	Observation-example-diplotype1	replace	/text/status	"none-of-them"	Observation.text.status	Narrative.status: binding http://hl7.org/fhir/ValueSet/narrative-status
        r4	Observation-example-genetics-3	replace	/text/status	"none-of-them"	Observation.text.status	Narrative.status: binding http://hl7.org/fhir/ValueSet/narrative-status
        r4	Organization-1	replace	/telecom/1/use	"none-of-them"	Organization.telecom[1].use	ContactPoint.use: binding http://hl7.org/fhir/ValueSet/contact-point-use
        r4	OrganizationAffiliation-example	replace	/telecom/0/use	"none-of-them"	OrganizationAffiliation.telecom[0].use	ContactPoint.use: binding http://hl7.org/fhir/ValueSet/contact-point-use
        r4	OrganizationAffiliation-orgrole1	replace	/text/status	"none-of-them"	OrganizationAffiliation.text.status	Narrative.status: binding http://hl7.org/fhir/ValueSet/narrative-status
        r4	Patient-ch-example	replace	/address/0/use	"none-of-them"	Patient.address[0].use	Address.use: binding http://hl7.org/fhir/ValueSet/address-use
        r4	PlanDefinition-opioidcds-08	replace	/relatedArtifact/0/type	"none-of-them"	PlanDefinition.relatedArtifact[0].type	RelatedArtifact.type: binding http://hl7.org/fhir/ValueSet/related-artifact-type
        r4	Provenance-example-biocompute-object	replace	/text/status	"none-of-them"	Provenance.text.status	Narrative.status: binding http://hl7.org/fhir/ValueSet/narrative-status
        r4	Questionnaire-zika-virus-exposure-assessment	replace	/item/1/type	"none-of-them"	Questionnaire.item[1].type	Questionnaire.item.type: binding http://hl7.org/fhir/ValueSet/item-type
        r4	Questionnaire-zika-virus-exposure-assessment	replace	/item/5/type	"none-of-them"	Questionnaire.item[5].type	Questionnaire.item.type: binding http://hl7.org/fhir/ValueSet/item-type
        r4	ResearchStudy-example	replace	/status	"none-of-them"	ResearchStudy.status	ResearchStudy.status: binding http://hl7.org/fhir/ValueSet/research-study-status
        r4	RiskAssessment-breastcancer-risk	replace	/text/status	"none-of-them"	RiskAssessment.text.status	Narrative.status: binding http://hl7.org/fhir/ValueSet/narrative-status
        r4	RiskAssessment-cardiac	replace	/text/status	"none-of-them"	RiskAssessment.text.status	Narrative.status: binding http://hl7.org/fhir/ValueSet/narrative-status
        r4	ServiceRequest-myringotomy	replace	/status	"none-of-them"	ServiceRequest.status	ServiceRequest.status: binding http://hl7.org/fhir/ValueSet/request-status
        r4	Task-example3	replace	/text/status	"none-of-them"	Task.text.status	Narrative.status: binding http://hl7.org/fhir/ValueSet/narrative-status
        r4	Task-example5	replace	/identifier/0/use	"none-of-them"	Task.identifier[0].use	Identifier.use: binding http://hl7.org/fhir/ValueSet/identifier-use
        r4	AuditEvent-example-pixQuery	replace	/entity/1/detail/0/valueBase64Binary	"abc"	AuditEvent.entity[1].detail[0].value	AuditEvent.entity.detail.value[x]: base64Binary
        r4	AuditEvent-example-pixQuery	replace	/entity/1/query	"abc"	AuditEvent.entity[1].query	AuditEvent.entity.query: base64Binary
        r4	AuditEvent-example-search	replace	/entity/0/query	"a*b="	AuditEvent.entity[0].query	AuditEvent.entity.query: base64Binary
        r4	Library-opioidcds-recommendation-05	replace	/content/0/data	"a*b="	Library.content[0].data	Attachment.data: base64Binary
        r4	Media-example	replace	/content/data	"abc"	Media.content.data	Attachment.data: base64Binary
        r4	Patient-pat2	replace	/photo/0/data	"a*b="	Patient.photo[0].data	Attachment.data: base64Binary
        r4	Person-f002	replace	/photo/data	"a*b="	Person.photo.data	Attachment.data: base64Binary
        r4	Provenance-consent-signature	replace	/signature/0/data	"a*b="	Provenance.signature[0].data	Signature.data: base64Binary
        r4	DeviceRequest-insulinpump	replace	/instantiatesCanonical/0	"a b"	DeviceRequest.instantiatesCanonical[0]	DeviceRequest.instantiatesCanonical: canonical
        r4	Measure-measure-exclusive-breastfeeding	replace	/relatedArtifact/12/resource	"a b"	Measure.relatedArtifact[12].resource	RelatedArtifact.resource: canonical
        r4	Observation-blood-pressure-dar	replace	/meta/profile/0	"a b"	Observation.meta.profile[0]	Meta.profile: canonical
        r4	Observation-body-height	replace	/meta/profile/0	"a b"	Observation.meta.profile[0]	Meta.profile: canonical
        r4	Observation-respiratory-rate	replace	/meta/profile/0	"a b"	Observation.meta.profile[0]	Meta.profile: canonical
        r4	PlanDefinition-KDN5	replace	/action/0/action/0/action/0/action/0/action/1/definitionCanonical	"a b"	PlanDefinition.action[0].action[0].action[0].action[0].action[1].definition	PlanDefinition.action.definition[x]: canonical
        r4	PlanDefinition-zika-virus-intervention-initial	replace	/action/0/action/4/action/1/definitionCanonical	"a b"	PlanDefinition.action[0].action[4].action[1].definition	PlanDefinition.action.definition[x]: canonical
        r4	Questionnaire-gcs	replace	/item/0/answerValueSet	"a b"	Questionnaire.item[0].answerValueSet	Questionnaire.item.answerValueSet: canonical
        r4	ActivityDefinition-citalopramPrescription	replace	/useContext/3/code/code	" final"	ActivityDefinition.useContext[3].code.code	Coding.code: code
        r4	GuidanceResponse-example	replace	/status	"a  b"	GuidanceResponse.status	GuidanceResponse.status: code
        r4	Library-opioidcds-recommendation-05	replace	/useContext/0/valueCodeableConcept/coding/0/code	"a  b"	Library.useContext[0].value.coding[0].code	Coding.code: code
        r4	Location-ukp	replace	/status	"a  b"	Location.status	Location.status: code
        r4	Measure-component-a-example	replace	/group/0/population/1/code/coding/0/code	" final"	Measure.group[0].population[1].code.coding[0].code	Coding.code: code
        r4	MedicationRequest-medrx0303	replace	/dosageInstruction/0/method/coding/0/code	"a  b"	MedicationRequest.dosageInstruction[0].method.coding[0].code	Coding.code: code
        r4	PlanDefinition-opioidcds-10	replace	/action/1/action/0/dynamicValue/0/expression/language	" final"	PlanDefinition.action[1].action[0].dynamicValue[0].expression.language	Expression.language: code
        r4	Practitioner-f004	replace	/telecom/2/system	" final"	Practitioner.telecom[2].system	ContactPoint.system: code
        r4	ActivityDefinition-citalopramPrescription	replace	/approvalDate	"2026-3-6"	ActivityDefinition.approvalDate	ActivityDefinition.approvalDate: date
        r4	ActivityDefinition-referralPrimaryCareMentalHealth-initial	replace	/approvalDate	"2026-02-30"	ActivityDefinition.approvalDate	ActivityDefinition.approvalDate: date
        r4	Claim-100151	replace	/supportingInfo/0/timingDate	"2026-3-6"	Claim.supportingInfo[0].timing	Claim.supportingInfo.timing[x]: date
        r4	Claim-100156	replace	/item/2/servicedDate	"2026-02-30"	Claim.item[2].serviced	Claim.item.serviced[x]: date
        r4	Patient-animal	replace	/birthDate	"06.03.2026"	Patient.birthDate	Patient.birthDate: date
        r4	Patient-mom	replace	/birthDate	"06.03.2026"	Patient.birthDate	Patient.birthDate: date
        r4	Patient-xds	replace	/birthDate	"06.03.2026"	Patient.birthDate	Patient.birthDate: date
        r4	QuestionnaireResponse-bb	replace	/item/0/item/1/item/2/answer/0/item/0/item/0/answer/0/valueDate	"2026-02-30"	QuestionnaireResponse.item[0].item[1].item[2].answer[0].item[0].item[0].answer[0].value	QuestionnaireResponse.item.answer.value[x]: date
        r4	CarePlan-preg	replace	/activity/1/detail/scheduledTiming/repeat/boundsPeriod/start	"2026-03-06T25:00:00Z"	CarePlan.activity[1].detail.scheduled.repeat.bounds.start	Period.start: dateTime
        r4	ClaimResponse-R3503	replace	/created	"2026-02-30"	ClaimResponse.created	ClaimResponse.created: dateTime
        r4	Contract-C-2121	replace	/issued	"2026-03-06T11:10:00"	Contract.issued	Contract.issued: dateTime
        r4	Coverage-7547E	replace	/period/end	"2026-02-30"	Coverage.period.end	Period.end: dateTime
        r4	CoverageEligibilityResponse-E2502	replace	/created	"2026-03-06T11:10:00"	CoverageEligibilityResponse.created	CoverageEligibilityResponse.created: dateTime
        r4	ExplanationOfBenefit-EB3501	replace	/created	"2026-03-06T25:00:00Z"	ExplanationOfBenefit.created	ExplanationOfBenefit.created: dateTime
        r4	Media-example	replace	/createdDateTime	"2026-03-06T11:10:00"	Media.created	Media.created[x]: dateTime
        r4	OrganizationAffiliation-example	replace	/period/end	"2026-03-06T25:00:00Z"	OrganizationAffiliation.period.end	Period.end: dateTime
        r4	Contract-C-2121	replace	/meta/versionId	"a b"	Contract.meta.versionId	Meta.versionId: id
        r4	MessageHeader-1cbdfb97-5859-48a4-8301-d54eab818d68	replace	/response/identifier	"a b"	MessageHeader.response.identifier	MessageHeader.response.identifier: id
        r4	Patient-ch-example	replace	/meta/versionId	"a b"	Patient.meta.versionId	Meta.versionId: id
        r4	PlanDefinition-KDN5	replace	/action/0/action/0/action/0/action/0/action/1/relatedAction/0/actionId	"a b"	PlanDefinition.action[0].action[0].action[0].action[0].action[1].relatedAction[0].actionId	PlanDefinition.action.relatedAction.actionId: id
        r4	RequestGroup-example	replace	/action/0/action/1/relatedAction/0/actionId	"a b"	RequestGroup.action[0].action[1].relatedAction[0].actionId	RequestGroup.action.relatedAction.actionId: id
        r4	RequestGroup-kdn5-example	replace	/action/0/action/0/action/0/action/0/action/1/relatedAction/0/actionId	"\u00fc"	RequestGroup.action[0].action[0].action[0].action[0].action[1].relatedAction[0].actionId	RequestGroup.action.relatedAction.actionId: id
        r4	AuditEvent-example-login	replace	/recorded	"2026-03-06"	AuditEvent.recorded	AuditEvent.recorded: instant
        r4	AuditEvent-example-media	replace	/recorded	"2026-03-06T11:10:00"	AuditEvent.recorded	AuditEvent.recorded: instant
        r4	Contract-C-2121	replace	/signer/0/signature/0/when	"2026-03-06T11:10:00"	Contract.signer[0].signature[0].when	Signature.when: instant
        r4	Observation-example-diplotype1	replace	/issued	"2026-03-06"	Observation.issued	Observation.issued: instant
        r4	Observation-example-genetics-5	replace	/issued	"2026-03-06"	Observation.issued	Observation.issued: instant
        r4	Observation-f202	replace	/issued	"2026-03-06T11:10:00"	Observation.issued	Observation.issued: instant
        r4	Patient-mom	replace	/meta/lastUpdated	"2026-03-06T11:10:00"	Patient.meta.lastUpdated	Meta.lastUpdated: instant
        r4	Provenance-consent-signature	replace	/signature/0/when	"2026-03-06T11:10:00"	Provenance.signature[0].when	Signature.when: instant
        r4	MedicationRequest-medrx0303	replace	/dosageInstruction/0/sequence	1.5	MedicationRequest.dosageInstruction[0].sequence	Dosage.sequence: integer
        r4	MedicationRequest-medrx0303	replace	/dosageInstruction/1/sequence	4294967296	MedicationRequest.dosageInstruction[1].sequence	Dosage.sequence: integer
        r4	MedicationRequest-medrx0304	replace	/dosageInstruction/0/sequence	4294967296	MedicationRequest.dosageInstruction[0].sequence	Dosage.sequence: integer
        r4	MedicationRequest-medrx0320	replace	/dosageInstruction/0/sequence	1.5	MedicationRequest.dosageInstruction[0].sequence	Dosage.sequence: integer
        r4	MedicationRequest-medrx0325	replace	/dosageInstruction/0/sequence	1.5	MedicationRequest.dosageInstruction[0].sequence	Dosage.sequence: integer
        r4	MolecularSequence-breastcancer	replace	/variant/0/end	1.5	MolecularSequence.variant[0].end	MolecularSequence.variant.end: integer
        r4	MolecularSequence-coord-0-base	replace	/variant/0/start	1.5	MolecularSequence.variant[0].start	MolecularSequence.variant.start: integer
        r4	Patient-infant-twin-1	replace	/multipleBirthInteger	1.5	Patient.multipleBirth	Patient.multipleBirth[x]: integer
        r4	ActivityDefinition-citalopramPrescription	replace	/dosage/0/timing/repeat/frequency	-1	ActivityDefinition.dosage[0].timing.repeat.frequency	Timing.repeat.frequency: positiveInt
        r4	Claim-100151	replace	/diagnosis/0/sequence	-1	Claim.diagnosis[0].sequence	Claim.diagnosis.sequence: positiveInt
        r4	Claim-100151	replace	/item/0/sequence	-1	Claim.item[0].sequence	Claim.item.sequence: positiveInt
        r4	Claim-100153	replace	/careTeam/0/sequence	-1	Claim.careTeam[0].sequence	Claim.careTeam.sequence: positiveInt
        r4	Claim-100153	replace	/item/2/detail/0/sequence	0	Claim.item[2].detail[0].sequence	Claim.item.detail.sequence: positiveInt
        r4	Claim-MED-00050	replace	/item/0/sequence	-1	Claim.item[0].sequence	Claim.item.sequence: positiveInt
        r4	ClaimResponse-R3503	replace	/item/1/itemSequence	0	ClaimResponse.item[1].itemSequence	ClaimResponse.item.itemSequence: positiveInt
        r4	Media-xray	replace	/width	-1	Media.width	Media.width: positiveInt
        r4	PractitionerRole-example	replace	/availableTime/0/availableEndTime	"25:00:00"	PractitionerRole.availableTime[0].availableEndTime	PractitionerRole.availableTime.availableEndTime: time
        r4	PractitionerRole-example	replace	/availableTime/0/availableStartTime	"11:10"	PractitionerRole.availableTime[0].availableStartTime	PractitionerRole.availableTime.availableStartTime: time
        r4	PractitionerRole-example	replace	/availableTime/1/availableEndTime	"25:00:00"	PractitionerRole.availableTime[1].availableEndTime	PractitionerRole.availableTime.availableEndTime: time
        r4	PractitionerRole-example	replace	/availableTime/1/availableStartTime	"11:10"	PractitionerRole.availableTime[1].availableStartTime	PractitionerRole.availableTime.availableStartTime: time
        r4	Appointment-2docs	replace	/priority	1.5	Appointment.priority	Appointment.priority: unsignedInt
        r4	CoverageEligibilityResponse-E2501	replace	/insurance/0/item/0/benefit/2/allowedUnsignedInt	-1	CoverageEligibilityResponse.insurance[0].item[0].benefit[2].allowed	CoverageEligibilityResponse.insurance.item.benefit.allowed[x]: unsignedInt
        r4	CoverageEligibilityResponse-E2502	replace	/insurance/0/item/0/benefit/2/allowedUnsignedInt	1.5	CoverageEligibilityResponse.insurance[0].item[0].benefit[2].allowed	CoverageEligibilityResponse.insurance.item.benefit.allowed[x]: unsignedInt
        r4	Group-herd1	replace	/quantity	-1	Group.quantity	Group.quantity: unsignedInt
        r4	MedicationRequest-medrx0303	replace	/dispenseRequest/numberOfRepeatsAllowed	1.5	MedicationRequest.dispenseRequest.numberOfRepeatsAllowed	MedicationRequest.dispenseRequest.numberOfRepeatsAllowed: unsignedInt
        r4	MedicationRequest-medrx0304	replace	/dispenseRequest/numberOfRepeatsAllowed	1.5	MedicationRequest.dispenseRequest.numberOfRepeatsAllowed	MedicationRequest.dispenseRequest.numberOfRepeatsAllowed: unsignedInt
        r4	MedicationRequest-medrx0312	replace	/dispenseRequest/numberOfRepeatsAllowed	-1	MedicationRequest.dispenseRequest.numberOfRepeatsAllowed	MedicationRequest.dispenseRequest.numberOfRepeatsAllowed: unsignedInt
        r4	MedicationRequest-medrx0320	replace	/dispenseRequest/numberOfRepeatsAllowed	1.5	MedicationRequest.dispenseRequest.numberOfRepeatsAllowed	MedicationRequest.dispenseRequest.numberOfRepeatsAllowed: unsignedInt
        r4	AuditEvent-example-pixQuery	replace	/subtype/0/system	"a b"	AuditEvent.subtype[0].system	Coding.system: uri
        r4	Consent-consent-example-pkb	replace	/provision/provision/7/actor/0/role/coding/0/system	"a b"	Consent.provision.provision[7].actor[0].role.coding[0].system	Coding.system: uri
        r4	Coverage-7547E	replace	/payor/0/identifier/system	"a b"	Coverage.payor[0].identifier.system	Identifier.system: uri
        r4	CoverageEligibilityResponse-E2501	replace	/insurance/0/item/3/term/coding/0/system	"a b"	CoverageEligibilityResponse.insurance[0].item[3].term.coding[0].system	Coding.system: uri
        r4	CoverageEligibilityResponse-E2502	replace	/insurance/0/item/0/network/coding/0/system	"a b"	CoverageEligibilityResponse.insurance[0].item[0].network.coding[0].system	Coding.system: uri
        r4	Immunization-historical	replace	/vaccineCode/coding/0/system	"a b"	Immunization.vaccineCode.coding[0].system	Coding.system: uri
        r4	Medication-med0303	replace	/ingredient/0/strength/numerator/system	"a b"	Medication.ingredient[0].strength.numerator.system	Quantity.system: uri
        r4	ServiceRequest-colon-biopsy	replace	/requisition/system	"a b"	ServiceRequest.requisition.system	Identifier.system: uri
        r4	Communication-fm-attachment	replace	/payload/1/contentAttachment/url	"a b"	Communication.payload[1].content.url	Attachment.url: url
        r4	Contract-C-2121	replace	/legal/0/contentAttachment/url	"a b"	Contract.legal[0].content.url	Attachment.url: url
        r4	Endpoint-example-iid	replace	/address	"a b"	Endpoint.address	Endpoint.address: url
        r4	Endpoint-example-wadors	replace	/address	"a b"	Endpoint.address	Endpoint.address: url
        r4	Media-1.2.840.11361907579238403408700.3.1.04.19970327150033	replace	/content/url	"a b"	Media.content.url	Attachment.url: url
        r4	Patient-f201	replace	/photo/0/url	"a b"	Patient.photo[0].url	Attachment.url: url
        r4	Questionnaire-zika-virus-exposure-assessment	replace	/item/5/extension/0/valueAttachment/url	"a b"	Questionnaire.item[5].extension[0].value.url	Attachment.url: url
        r4	RelatedPerson-benedicte	replace	/photo/0/url	"a b"	RelatedPerson.photo[0].url	Attachment.url: url
        r4	AuditEvent-example-pixQuery	replace	/entity/1/detail/0/valueBase64Binary	true	AuditEvent.entity[1].detail[0].value	AuditEvent.entity.detail.value[x]: type
        r4	AuditEvent-example-pixQuery	replace	/entity/1/query	true	AuditEvent.entity[1].query	AuditEvent.entity.query: type
        r4	Communication-fm-attachment	replace	/payload/0/contentAttachment/data	true	Communication.payload[0].content.data	Attachment.data: type
        r4	Communication-fm-attachment	replace	/payload/1/contentAttachment/hash	true	Communication.payload[1].content.hash	Attachment.hash: type
        r4	Library-opioidcds-recommendation-05	replace	/content/0/data	true	Library.content[0].data	Attachment.data: type
        r4	Patient-pat2	replace	/photo/0/data	true	Patient.photo[0].data	Attachment.data: type
        r4	Person-f002	replace	/photo/data	true	Person.photo.data	Attachment.data: type
        r4	Provenance-consent-signature	replace	/signature/0/data	true	Provenance.signature[0].data	Signature.data: type
        r4	Claim-100156	replace	/insurance/0/focal	"true"	Claim.insurance[0].focal	Claim.insurance.focal: type
        r4	Measure-measure-cms146-example	replace	/experimental	"true"	Measure.experimental	Measure.experimental: type
        r4	MedicationStatement-example006	replace	/dosage/0/asNeededBoolean	"true"	MedicationStatement.dosage[0].asNeeded	Dosage.asNeeded[x]: type
        r4	Person-grahame	replace	/active	"true"	Person.active	Person.active: type
        r4	PractitionerRole-example	replace	/active	"true"	PractitionerRole.active	PractitionerRole.active: type
        r4	Questionnaire-phq-9-questionnaire	replace	/item/2/required	"true"	Questionnaire.item[2].required	Questionnaire.item.required: type
        r4	Questionnaire-zika-virus-exposure-assessment	replace	/item/3/enableWhen/0/answerBoolean	"true"	Questionnaire.item[3].enableWhen[0].answer	Questionnaire.item.enableWhen.answer[x]: type
        r4	Questionnaire-zika-virus-exposure-assessment	replace	/item/4/enableWhen/0/answerBoolean	"true"	Questionnaire.item[4].enableWhen[0].answer	Questionnaire.item.enableWhen.answer[x]: type
        r4	Library-library-exclusive-breastfeeding-cds-logic	replace	/dataRequirement/0/codeFilter/0/valueSet	true	Library.dataRequirement[0].codeFilter[0].valueSet	DataRequirement.codeFilter.valueSet: type
        r4	Observation-respiratory-rate	replace	/meta/profile/0	true	Observation.meta.profile[0]	Meta.profile: type
        r4	PlanDefinition-exclusive-breastfeeding-intervention-01	replace	/library/0	true	PlanDefinition.library[0]	PlanDefinition.library: type
        r4	PlanDefinition-zika-virus-intervention-initial	replace	/action/0/action/0/definitionCanonical	true	PlanDefinition.action[0].action[0].definition	PlanDefinition.action.definition[x]: type
        r4	PlanDefinition-zika-virus-intervention-initial	replace	/action/0/action/2/definitionCanonical	true	PlanDefinition.action[0].action[2].definition	PlanDefinition.action.definition[x]: type
        r4	PlanDefinition-zika-virus-intervention-initial	replace	/library/0	true	PlanDefinition.library[0]	PlanDefinition.library: type
        r4	Questionnaire-phq-9-questionnaire	replace	/extension/0/valueCanonical	true	Questionnaire.extension[0].value	Extension.value[x]: type
        r4	Questionnaire-phq-9-questionnaire	replace	/item/9/answerValueSet	true	Questionnaire.item[9].answerValueSet	Questionnaire.item.answerValueSet: type
        r4	Encounter-f003	replace	/hospitalization/admitSource/coding/0/code	true	Encounter.hospitalization.admitSource.coding[0].code	Coding.code: type
        r4	Measure-component-b-example	replace	/group/0/population/0/criteria/language	true	Measure.group[0].population[0].criteria.language	Expression.language: type
        r4	MedicationRequest-medrx0325	replace	/dosageInstruction/0/doseAndRate/0/doseQuantity/code	true	MedicationRequest.dosageInstruction[0].doseAndRate[0].dose.code	Quantity.code: type
        r4	MolecularSequence-breastcancer	replace	/referenceSeq/referenceSeqId/coding/0/code	true	MolecularSequence.referenceSeq.referenceSeqId.coding[0].code	Coding.code: type
        r4	Organization-f001	replace	/type/0/coding/1/code	true	Organization.type[0].coding[1].code	Coding.code: type
        r4	Patient-xds	replace	/identifier/0/type/coding/0/code	true	Patient.identifier[0].type.coding[0].code	Coding.code: type
        r4	QuestionnaireResponse-f201	replace	/status	true	QuestionnaireResponse.status	QuestionnaireResponse.status: type
        r4	Task-example5	replace	/text/status	true	Task.text.status	Narrative.status: type
        r4	Claim-100151	replace	/item/1/servicedDate	true	Claim.item[1].serviced	Claim.item.serviced[x]: type
        r4	Claim-100153	replace	/item/1/servicedDate	true	Claim.item[1].serviced	Claim.item.serviced[x]: type
        r4	Claim-MED-00050	replace	/item/0/servicedDate	true	Claim.item[0].serviced	Claim.item.serviced[x]: type
        r4	Patient-f201	replace	/birthDate	true	Patient.birthDate	Patient.birthDate: type
        r4	Person-example	replace	/birthDate	true	Person.birthDate	Person.birthDate: type
        r4	Person-f002	replace	/birthDate	true	Person.birthDate	Person.birthDate: type
        r4	Practitioner-f004	replace	/birthDate	true	Practitioner.birthDate	Practitioner.birthDate: type
        r4	QuestionnaireResponse-f201	replace	/item/1/item/1/answer/0/valueDate	true	QuestionnaireResponse.item[1].item[1].answer[0].value	QuestionnaireResponse.item.answer.value[x]: type
        r4	ChargeItem-example	replace	/occurrencePeriod/end	true	ChargeItem.occurrence.end	Period.end: type
        r4	DocumentManifest-654789	replace	/created	true	DocumentManifest.created	DocumentManifest.created: type
        r4	Encounter-emerg	replace	/classHistory/1/period/start	true	Encounter.classHistory[1].period.start	Period.start: type
        r4	Encounter-emerg	replace	/statusHistory/0/period/end	true	Encounter.statusHistory[0].period.end	Period.end: type
        r4	ImmunizationRecommendation-example	replace	/recommendation/0/dateCriterion/2/value	true	ImmunizationRecommendation.recommendation[0].dateCriterion[2].value	ImmunizationRecommendation.recommendation.dateCriterion.value: type
        r4	MedicationDispense-meddisp0316	replace	/whenPrepared	true	MedicationDispense.whenPrepared	MedicationDispense.whenPrepared: type
        r4	NutritionOrder-enteralcontinuous	replace	/enteralFormula/administration/2/schedule/repeat/boundsPeriod/start	true	NutritionOrder.enteralFormula.administration[2].schedule.repeat.bounds.start	Period.start: type
        r4	ServiceRequest-myringotomy	replace	/occurrencePeriod/end	true	ServiceRequest.occurrence.end	Period.end: type
        r4	Claim-860150	replace	/item/0/unitPrice/value	true	Claim.item[0].unitPrice.value	Money.value: type
        r4	MeasureReport-hiv-indicators	replace	/group/1/measureScore/value	true	MeasureReport.group[1].measureScore.value	Quantity.value: type
        r4	MedicationDispense-meddisp0308	replace	/daysSupply/value	true	MedicationDispense.daysSupply.value	Quantity.value: type
        r4	MedicationKnowledge-example	replace	/amount/value	true	MedicationKnowledge.amount.value	Quantity.value: type
        r4	MedicationRequest-medrx0316	replace	/dosageInstruction/0/doseAndRate/0/rateRatio/numerator/value	true	MedicationRequest.dosageInstruction[0].doseAndRate[0].rate.numerator.value	Quantity.value: type
        r4	MedicationRequest-medrx0320	replace	/dispenseRequest/quantity/value	true	MedicationRequest.dispenseRequest.quantity.value	Quantity.value: type
        r4	MedicationRequest-medrx0325	replace	/dosageInstruction/0/timing/repeat/period	true	MedicationRequest.dosageInstruction[0].timing.repeat.period	Timing.repeat.period: type
        r4	MedicinalProductPackaged-example	replace	/packageItem/0/packageItem/0/shelfLifeStorage/0/period/value	true	MedicinalProductPackaged.packageItem[0].packageItem[0].shelfLifeStorage[0].period.value	Quantity.value: type
        r4	Contract-C-2121	replace	/meta/versionId	true	Contract.meta.versionId	Meta.versionId: type
        r4	MessageHeader-1cbdfb97-5859-48a4-8301-d54eab818d68	replace	/response/identifier	true	MessageHeader.response.identifier	MessageHeader.response.identifier: type
        r4	Patient-ch-example	replace	/meta/versionId	true	Patient.meta.versionId	Meta.versionId: type
        r4	PlanDefinition-KDN5	replace	/action/0/action/0/action/0/action/0/action/1/relatedAction/0/actionId	true	PlanDefinition.action[0].action[0].action[0].action[0].action[1].relatedAction[0].actionId	PlanDefinition.action.relatedAction.actionId: type
        r4	RequestGroup-example	replace	/action/0/action/1/relatedAction/0/actionId	true	RequestGroup.action[0].action[1].relatedAction[0].actionId	RequestGroup.action.relatedAction.actionId: type
        r4	RequestGroup-kdn5-example	replace	/action/0/action/0/action/0/action/0/action/1/relatedAction/0/actionId	true	RequestGroup.action[0].action[0].action[0].action[0].action[1].relatedAction[0].actionId	RequestGroup.action.relatedAction.actionId: type
        r4	Appointment-2docs	replace	/end	true	Appointment.end	Appointment.end: type
        r4	AuditEvent-example-media	replace	/recorded	true	AuditEvent.recorded	AuditEvent.recorded: type
        r4	AuditEvent-example-search	replace	/recorded	true	AuditEvent.recorded	AuditEvent.recorded: type
        r4	Observation-abdo-tender	replace	/issued	true	Observation.issued	Observation.issued: type
        r4	Observation-f004	replace	/issued	true	Observation.issued	Observation.issued: type
        r4	Observation-vp-oyster	replace	/issued	true	Observation.issued	Observation.issued: type
        r4	Provenance-consent-signature	replace	/recorded	true	Provenance.recorded	Provenance.recorded: type
        r4	Slot-3	replace	/end	true	Slot.end	Slot.end: type
        r4	MedicationDispense-meddisp0311	replace	/dosageInstruction/0/sequence	true	MedicationDispense.dosageInstruction[0].sequence	Dosage.sequence: type
        r4	MedicationDispense-meddisp0326	replace	/dosageInstruction/0/sequence	true	MedicationDispense.dosageInstruction[0].sequence	Dosage.sequence: type
        r4	MedicationDispense-meddisp0330	replace	/dosageInstruction/0/sequence	true	MedicationDispense.dosageInstruction[0].sequence	Dosage.sequence: type
        r4	MolecularSequence-breastcancer	replace	/variant/0/start	true	MolecularSequence.variant[0].start	MolecularSequence.variant.start: type
        r4	MolecularSequence-coord-0-base	replace	/variant/0/end	true	MolecularSequence.variant[0].end	MolecularSequence.variant.end: type
        r4	MolecularSequence-example-pgx-1	replace	/coordinateSystem	true	MolecularSequence.coordinateSystem	MolecularSequence.coordinateSystem: type
        r4	MolecularSequence-example-pgx-1	replace	/variant/0/start	true	MolecularSequence.variant[0].start	MolecularSequence.variant.start: type
        r4	MolecularSequence-graphic-example-2	replace	/referenceSeq/windowEnd	true	MolecularSequence.referenceSeq.windowEnd	MolecularSequence.referenceSeq.windowEnd: type
        r4	ActivityDefinition-referralPrimaryCareMentalHealth-initial	replace	/description	true	ActivityDefinition.description	ActivityDefinition.description: type
        r4	ExampleScenario-example	replace	/process/0/postConditions	true	ExampleScenario.process[0].postConditions	ExampleScenario.process.postConditions: type
        r4	Measure-measure-cms146-example	replace	/copyright	true	Measure.copyright	Measure.copyright: type
        r4	Measure-measure-cms146-example	replace	/purpose	true	Measure.purpose	Measure.purpose: type
        r4	Measure-measure-exclusive-breastfeeding	replace	/relatedArtifact/1/citation	true	Measure.relatedArtifact[1].citation	RelatedArtifact.citation: type
        r4	Measure-measure-exclusive-breastfeeding	replace	/relatedArtifact/3/citation	true	Measure.relatedArtifact[3].citation	RelatedArtifact.citation: type
        r4	RiskAssessment-breastcancer-risk	replace	/note/0/text	true	RiskAssessment.note[0].text	Annotation.text: type
        r4	RiskAssessment-riskexample	replace	/note/0/text	true	RiskAssessment.note[0].text	Annotation.text: type
        r4	Claim-100151	replace	/item/2/detail/0/sequence	true	Claim.item[2].detail[0].sequence	Claim.item.detail.sequence: type
        r4	Claim-100153	replace	/item/2/detail/1/sequence	true	Claim.item[2].detail[1].sequence	Claim.item.detail.sequence: type
        r4	Claim-960151	replace	/item/0/sequence	true	Claim.item[0].sequence	Claim.item.sequence: type
        r4	ClaimResponse-R3503	replace	/item/2/itemSequence	true	ClaimResponse.item[2].itemSequence	ClaimResponse.item.itemSequence: type
        r4	Encounter-f202	replace	/diagnosis/0/rank	true	Encounter.diagnosis[0].rank	Encounter.diagnosis.rank: type
        r4	ImmunizationEvaluation-example	replace	/seriesDosesPositiveInt	true	ImmunizationEvaluation.seriesDoses	ImmunizationEvaluation.seriesDoses[x]: type
        r4	MedicationRequest-medrx0303	replace	/dosageInstruction/1/timing/repeat/frequency	true	MedicationRequest.dosageInstruction[1].timing.repeat.frequency	Timing.repeat.frequency: type
        r4	MedicationRequest-medrx0316	replace	/dosageInstruction/0/timing/repeat/count	true	MedicationRequest.dosageInstruction[0].timing.repeat.count	Timing.repeat.count: type
        r4	Encounter-f202	replace	/length/unit	{"a": 1}	Encounter.length.unit	Duration.unit: type
        r4	MedicinalProductPackaged-example	replace	/batchIdentifier/0/outerPackaging/value	{"a": 1}	MedicinalProductPackaged.batchIdentifier[0].outerPackaging.value	Identifier.value: type
        r4	MolecularSequence-example-pgx-1	replace	/patient/reference	{"a": 1}	MolecularSequence.patient.reference	Reference.reference: type
        r4	Observation-f005	replace	/valueQuantity/unit	{"a": 1}	Observation.value.unit	Quantity.unit: type
        r4	Person-pp	replace	/identifier/0/assigner/display	{"a": 1}	Person.identifier[0].assigner.display	Reference.display: type
        r4	Questionnaire-phq-9-questionnaire	replace	/item/8/extension/0/valueExpression/expression	{"a": 1}	Questionnaire.item[8].extension[0].value.expression	Expression.expression: type
        r4	QuestionnaireResponse-bb	replace	/id	{"a": 1}	QuestionnaireResponse.id	QuestionnaireResponse.id: type
        r4	Task-example6	replace	/requester/display	{"a": 1}	Task.requester.display	Reference.display: type
        r4	PractitionerRole-example	replace	/availableTime/0/availableEndTime	true	PractitionerRole.availableTime[0].availableEndTime	PractitionerRole.availableTime.availableEndTime: type
        r4	PractitionerRole-example	replace	/availableTime/0/availableStartTime	true	PractitionerRole.availableTime[0].availableStartTime	PractitionerRole.availableTime.availableStartTime: type
        r4	PractitionerRole-example	replace	/availableTime/1/availableEndTime	true	PractitionerRole.availableTime[1].availableEndTime	PractitionerRole.availableTime.availableEndTime: type
        r4	PractitionerRole-example	replace	/availableTime/1/availableStartTime	true	PractitionerRole.availableTime[1].availableStartTime	PractitionerRole.availableTime.availableStartTime: type
        r4	Appointment-2docs	replace	/priority	true	Appointment.priority	Appointment.priority: type
        r4	CoverageEligibilityResponse-E2501	replace	/insurance/0/item/0/benefit/2/allowedUnsignedInt	true	CoverageEligibilityResponse.insurance[0].item[0].benefit[2].allowed	CoverageEligibilityResponse.insurance.item.benefit.allowed[x]: type
        r4	CoverageEligibilityResponse-E2502	replace	/insurance/0/item/0/benefit/2/allowedUnsignedInt	true	CoverageEligibilityResponse.insurance[0].item[0].benefit[2].allowed	CoverageEligibilityResponse.insurance.item.benefit.allowed[x]: type
        r4	MedicationRequest-medrx0303	replace	/dispenseRequest/numberOfRepeatsAllowed	true	MedicationRequest.dispenseRequest.numberOfRepeatsAllowed	MedicationRequest.dispenseRequest.numberOfRepeatsAllowed: type
        r4	MedicationRequest-medrx0304	replace	/dispenseRequest/numberOfRepeatsAllowed	true	MedicationRequest.dispenseRequest.numberOfRepeatsAllowed	MedicationRequest.dispenseRequest.numberOfRepeatsAllowed: type
        r4	MedicationRequest-medrx0320	replace	/dispenseRequest/numberOfRepeatsAllowed	true	MedicationRequest.dispenseRequest.numberOfRepeatsAllowed	MedicationRequest.dispenseRequest.numberOfRepeatsAllowed: type
        r4	MedicationRequest-medrx0325	replace	/dispenseRequest/numberOfRepeatsAllowed	true	MedicationRequest.dispenseRequest.numberOfRepeatsAllowed	MedicationRequest.dispenseRequest.numberOfRepeatsAllowed: type
        r4	MedicationRequest-medrx0329	replace	/dispenseRequest/numberOfRepeatsAllowed	true	MedicationRequest.dispenseRequest.numberOfRepeatsAllowed	MedicationRequest.dispenseRequest.numberOfRepeatsAllowed: type
        r4	ActivityDefinition-referralPrimaryCareMentalHealth	replace	/url	true	ActivityDefinition.url	ActivityDefinition.url: type
        r4	AuditEvent-example-disclosure	replace	/purposeOfEvent/0/coding/0/system	true	AuditEvent.purposeOfEvent[0].coding[0].system	Coding.system: type
        r4	MedicationDispense-meddisp0329	replace	/dosageInstruction/0/doseAndRate/0/doseQuantity/system	true	MedicationDispense.dosageInstruction[0].doseAndRate[0].dose.system	Quantity.system: type
        r4	MedicinalProductIngredient-example	replace	/specifiedSubstance/0/group/coding/0/system	true	MedicinalProductIngredient.specifiedSubstance[0].group.coding[0].system	Coding.system: type
        r4	NutritionOrder-enteralcontinuous	replace	/enteralFormula/baseFormulaType/coding/0/system	true	NutritionOrder.enteralFormula.baseFormulaType.coding[0].system	Coding.system: type
        r4	NutritionOrder-infantenteral	replace	/identifier/0/system	true	NutritionOrder.identifier[0].system	Identifier.system: type
        r4	ServiceRequest-myringotomy	replace	/performerType/coding/0/system	true	ServiceRequest.performerType.coding[0].system	Coding.system: type
        r4	Task-fm-example4	replace	/code/coding/0/system	true	Task.code.coding[0].system	Coding.system: type
        r4	Communication-fm-attachment	replace	/payload/1/contentAttachment/url	true	Communication.payload[1].content.url	Attachment.url: type
        r4	Endpoint-example-iid	replace	/address	true	Endpoint.address	Endpoint.address: type
        r4	Library-library-exclusive-breastfeeding-cds-logic	replace	/content/0/url	true	Library.content[0].url	Attachment.url: type
        r4	Media-1.2.840.11361907579238403408700.3.1.04.19970327150033	replace	/content/url	true	Media.content.url	Attachment.url: type
        r4	PlanDefinition-opioidcds-08	replace	/relatedArtifact/0/url	true	PlanDefinition.relatedArtifact[0].url	RelatedArtifact.url: type
        r4	PlanDefinition-zika-virus-intervention-initial	replace	/relatedArtifact/0/url	true	PlanDefinition.relatedArtifact[0].url	RelatedArtifact.url: type
        r4	Questionnaire-zika-virus-exposure-assessment	replace	/item/0/extension/0/valueAttachment/url	true	Questionnaire.item[0].extension[0].value.url	Attachment.url: type
        r4	RelatedPerson-peter	replace	/photo/0/url	true	RelatedPerson.photo[0].url	Attachment.url: type
        r4	ActivityDefinition-referralPrimaryCareMentalHealth	remove	/useContext/2/code		ActivityDefinition.useContext[2].code	UsageContext.code: min 1
        r4	AuditEvent-example-disclosure	remove	/agent/1/requestor		AuditEvent.agent[1].requestor	AuditEvent.agent.requestor: min 1
        r4	AuditEvent-example-login	remove	/agent		AuditEvent.agent	AuditEvent.agent: min 1
        r4	CarePlan-f201	remove	/intent		CarePlan.intent	CarePlan.intent: min 1
        r4	Claim-100156	remove	/patient		Claim.patient	Claim.patient: min 1
        r4	Claim-660150	remove	/provider		Claim.provider	Claim.provider: min 1
        r4	Coverage-9876B1	remove	/class/2/type		Coverage.class[2].type	Coverage.class.type: min 1
        r4	DetectedIssue-ddi	remove	/mitigation/0/action		DetectedIssue.mitigation[0].action	DetectedIssue.mitigation.action: min 1
        r4	Encounter-emerg	remove	/statusHistory/1/period		Encounter.statusHistory[1].period	Encounter.statusHistory.period: min 1
        r4	Encounter-f202	remove	/text/status		Encounter.text.status	Narrative.status: min 1
        r4	Goal-example	remove	/lifecycleStatus		Goal.lifecycleStatus	Goal.lifecycleStatus: min 1
        r4	MedicationRequest-medrx0310	remove	/status		MedicationRequest.status	MedicationRequest.status: min 1
        r4	MedicationRequest-medrx0328	remove	/substitution/allowedBoolean		MedicationRequest.substitution.allowed	MedicationRequest.substitution.allowed[x]: min 1
        r4	MedicationRequest-medrx0336	remove	/text/status		MedicationRequest.text.status	Narrative.status: min 1
        r4	OperationOutcome-break-the-glass	remove	/issue/0/code		OperationOutcome.issue[0].code	OperationOutcome.issue.code: min 1
        r4	OperationOutcome-searchfail	remove	/issue/0/code		OperationOutcome.issue[0].code	OperationOutcome.issue.code: min 1
        r4	PlanDefinition-exclusive-breastfeeding-intervention-01	remove	/text/status		PlanDefinition.text.status	Narrative.status: min 1
        r4	PlanDefinition-opioidcds-04	remove	/action/0/dynamicValue/1/expression/language		PlanDefinition.action[0].dynamicValue[1].expression.language	Expression.language: min 1
        r4	PlanDefinition-opioidcds-11	remove	/useContext/1/code		PlanDefinition.useContext[1].code	UsageContext.code: min 1
        r4	PlanDefinition-zika-virus-intervention-initial	remove	/action/0/action/0/condition/0/kind		PlanDefinition.action[0].action[0].condition[0].kind	PlanDefinition.action.condition.kind: min 1
        r4	Provenance-example	remove	/agent		Provenance.agent	Provenance.agent: min 1
        r4	Provenance-example-biocompute-object	remove	/target		Provenance.target	Provenance.target: min 1
        r4	Questionnaire-f201	remove	/item/1/item/1/linkId		Questionnaire.item[1].item[1].linkId	Questionnaire.item.linkId: min 1
        r4	QuestionnaireResponse-bb	remove	/item/0/item/0/item/0/linkId		QuestionnaireResponse.item[0].item[0].item[0].linkId	QuestionnaireResponse.item.linkId: min 1
        r4	QuestionnaireResponse-bb	remove	/item/0/item/1/item/2/answer/0/item/0/item/1/linkId		QuestionnaireResponse.item[0].item[1].item[2].answer[0].item[0].item[1].linkId	QuestionnaireResponse.item.linkId: min 1
        r4	QuestionnaireResponse-f201	remove	/text/status		QuestionnaireResponse.text.status	Narrative.status: min 1
        r4	RiskAssessment-riskexample	remove	/note/0/text		RiskAssessment.note[0].text	Annotation.text: min 1
        r4	ServiceRequest-ob	remove	/text/status		ServiceRequest.text.status	Narrative.status: min 1
        r4	ServiceRequest-physical-therapy	remove	/subject		ServiceRequest.subject	ServiceRequest.subject: min 1
        r4	Task-fm-example4	remove	/status		Task.status	Task.status: min 1
        r4	ActivityDefinition-citalopramPrescription	rename	/jurisdiction	jurisdictionQx	ActivityDefinition.jurisdictionQx	ActivityDefinition: unknown element
        r4	ActivityDefinition-referralPrimaryCareMentalHealth-initial	rename	/identifier	identifierQx	ActivityDefinition.identifierQx	ActivityDefinition: unknown element
        r4	AllergyIntolerance-nka	rename	/recorder	recorderQx	AllergyIntolerance.recorderQx	AllergyIntolerance: unknown element
        r4	AuditEvent-example-login	rename	/agent	agentQx	AuditEvent.agentQx	AuditEvent: unknown element
        r4	Claim-100151	rename	/insurance	insuranceQx	Claim.insuranceQx	Claim: unknown element
        r4	ClaimResponse-R3503	rename	/payment	paymentQx	ClaimResponse.paymentQx	ClaimResponse: unknown element
        r4	Composition-example	rename	/subject	subjectQx	Composition.subjectQx	Composition: unknown element
        r4	EnrollmentResponse-ER2500	rename	/request	requestQx	EnrollmentResponse.requestQx	EnrollmentResponse: unknown element
        r4	ExampleScenario-example	rename	/instance	instanceQx	ExampleScenario.instanceQx	ExampleScenario: unknown element
        r4	Library-library-exclusive-breastfeeding-cqm-logic	rename	/dataRequirement	dataRequirementQx	Library.dataRequirementQx	Library: unknown element
        r4	Location-ukp	rename	/type	typeQx	Location.typeQx	Location: unknown element
        r4	MedicationRequest-medrx0318	rename	/subject	subjectQx	MedicationRequest.subjectQx	MedicationRequest: unknown element
        r4	MedicationRequest-medrx0320	rename	/subject	subjectQx	MedicationRequest.subjectQx	MedicationRequest: unknown element
        r4	MedicationStatement-example002	rename	/status	statusQx	MedicationStatement.statusQx	MedicationStatement: unknown element
        r4	MedicinalProductManufactured-example	rename	/physicalCharacteristics	physicalCharacteristicsQx	MedicinalProductManufactured.physicalCharacteristicsQx	MedicinalProductManufactured: unknown element
        r4	MolecularSequence-example-pgx-1	rename	/referenceSeq	referenceSeqQx	MolecularSequence.referenceSeqQx	MolecularSequence: unknown element
        r4	MolecularSequence-example-pgx-1	rename	/variant	variantQx	MolecularSequence.variantQx	MolecularSequence: unknown element
        r4	MolecularSequence-graphic-example-2	rename	/type	typeQx	MolecularSequence.typeQx	MolecularSequence: unknown element
        r4	NutritionOrder-infantenteral	rename	/orderer	ordererQx	NutritionOrder.ordererQx	NutritionOrder: unknown element
        r4	Observation-ekg	rename	/subject	subjectQx	Observation.subjectQx	Observation: unknown element
        r4	Patient-animal	rename	/birthDate	birthDateQx	Patient.birthDateQx	Patient: unknown element
        r4	Patient-infant-twin-2	rename	/extension	extensionQx	Patient.extensionQx	Patient: unknown element
        r4	PaymentNotice-77654	rename	/status	statusQx	PaymentNotice.statusQx	PaymentNotice: unknown element
        r4	PlanDefinition-exclusive-breastfeeding-intervention-03	rename	/relatedArtifact	relatedArtifactQx	PlanDefinition.relatedArtifactQx	PlanDefinition: unknown element
        r4	RequestGroup-example	rename	/action	actionQx	RequestGroup.actionQx	RequestGroup: unknown element
        r4	RequestGroup-example	rename	/status	statusQx	RequestGroup.statusQx	RequestGroup: unknown element
        r4	RequestGroup-kdn5-example	rename	/status	statusQx	RequestGroup.statusQx	RequestGroup: unknown element
        r4	ServiceRequest-myringotomy	rename	/intent	intentQx	ServiceRequest.intentQx	ServiceRequest: unknown element
        r4	Substance-f204	rename	/identifier	identifierQx	Substance.identifierQx	Substance: unknown element
        r4	Task-example5	rename	/description	descriptionQx	Task.descriptionQx	Task: unknown element
        r4	CarePlan-example	replace	/instantiatesUri	"http://example.org/protocol-for-obesity"	CarePlan.instantiatesUri	CarePlan.instantiatesUri: list
        r4	Claim-100156	replace	/item/2/procedureSequence	1	Claim.item[2].procedureSequence	Claim.item.procedureSequence: list
        r4	Claim-MED-00050	replace	/item/0/diagnosisSequence	2	Claim.item[0].diagnosisSequence	Claim.item.diagnosisSequence: list
        r4	Patient-genetics-example1	replace	/address/0/line	"2222 Home Street"	Patient.address[0].line	Address.line: list
        r4	Patient-infant-fetal	replace	/contact/0/name/given	"Leia"	Patient.contact[0].name.given	HumanName.given: list
        r4	Person-grahame	replace	/name/1/given	"Jim"	Person.name[1].given	HumanName.given: list
        r4	Practitioner-f004	replace	/name/0/given	"Ronald"	Practitioner.name[0].given	HumanName.given: list
        r4	Practitioner-xcda-author	replace	/name/0/suffix	"MD"	Practitioner.name[0].suffix	HumanName.suffix: list
        r4	ExampleScenario-example	replace	/process/0/step/5/pause	[true]	ExampleScenario.process[0].step[5].pause	ExampleScenario.process.step.pause: max 1
        r4	Location-2	replace	/partOf/reference	["Location/1"]	Location.partOf.reference	Reference.reference: max 1
        r4	MedicationDispense-meddisp0321	replace	/id	["meddisp0321"]	MedicationDispense.id	MedicationDispense.id: max 1
        r4	MedicationDispense-meddisp0329	replace	/type/coding/0/display	["Refill - Part Fill"]	MedicationDispense.type.coding[0].display	Coding.display: max 1
        r4	MedicationRequest-medrx0304	replace	/dispenseRequest/expectedSupplyDuration/code	["d"]	MedicationRequest.dispenseRequest.expectedSupplyDuration.code	Duration.code: max 1
        r4	NutritionOrder-cardiacdiet	replace	/encounter/display	["Inpatient"]	NutritionOrder.encounter.display	Reference.display: max 1
        r4	Observation-glasgow	replace	/component/1/code/text	["GSC Verbal"]	Observation.component[1].code.text	CodeableConcept.text: max 1
        r4	RiskAssessment-riskexample	replace	/code/coding/0/system	["http://browser.ihtsdotools.org/"]	RiskAssessment.code.coding[0].system	Coding.system: max 1
        stu3	ActivityDefinition-citalopramPrescription	replace	/relatedArtifact/0/type	"none-of-them"	ActivityDefinition.relatedArtifact[0].type	RelatedArtifact.type: binding http://hl7.org/fhir/ValueSet/related-artifact-type
        stu3	ActivityDefinition-referralPrimaryCareMentalHealth	replace	/kind	"none-of-them"	ActivityDefinition.kind	ActivityDefinition.kind: binding http://hl7.org/fhir/ValueSet/resource-types
        stu3	Appointment-2docs	replace	/participant/3/required	"none-of-them"	Appointment.participant[3].required	Appointment.participant.required: binding http://hl7.org/fhir/ValueSet/participantrequired
        stu3	CarePlan-f203	replace	/text/status	"none-of-them"	CarePlan.text.status	Narrative.status: binding http://hl7.org/fhir/ValueSet/narrative-status
        stu3	CarePlan-preg	replace	/activity/1/detail/status	"none-of-them"	CarePlan.activity[1].detail.status	CarePlan.activity.detail.status: binding http://hl7.org/fhir/ValueSet/care-plan-activity-status
        stu3	Claim-100151	replace	/text/status	"none-of-them"	Claim.text.status	Narrative.status: binding http://hl7.org/fhir/ValueSet/narrative-status
        stu3	Claim-100156	replace	/text/status	"none-of-them"	Claim.text.status	Narrative.status: binding http://hl7.org/fhir/ValueSet/narrative-status
        stu3	Claim-960151	replace	/status	"none-of-them"	Claim.status	Claim.status: binding http://hl7.org/fhir/ValueSet/fm-status
        stu3	CommunicationRequest-example	replace	/status	"none-of-them"	CommunicationRequest.status	CommunicationRequest.status: binding http://hl7.org/fhir/ValueSet/request-status
        stu3	Composition-example	replace	/section/1/text/status	"none-of-them"	Composition.section[1].text.status	Narrative.status: binding http://hl7.org/fhir/ValueSet/narrative-status
        stu3	EnrollmentResponse-ER2500	replace	/text/status	"none-of-them"	EnrollmentResponse.text.status	Narrative.status: binding http://hl7.org/fhir/ValueSet/narrative-status
        stu3	Measure-measure-predecessor-example	replace	/relatedArtifact/7/type	"none-of-them"	Measure.relatedArtifact[7].type	RelatedArtifact.type: binding http://hl7.org/fhir/ValueSet/related-artifact-type
        stu3	Medication-med0308	replace	/text/status	"none-of-them"	Medication.text.status	Narrative.status: binding http://hl7.org/fhir/ValueSet/narrative-status
        stu3	MedicationAdministration-medadmin0304	replace	/text/status	"none-of-them"	MedicationAdministration.text.status	Narrative.status: binding http://hl7.org/fhir/ValueSet/narrative-status
        stu3	MedicationRequest-medrx0303	replace	/groupIdentifier/use	"none-of-them"	MedicationRequest.groupIdentifier.use	Identifier.use: binding http://hl7.org/fhir/ValueSet/identifier-use
        stu3	MedicationRequest-medrx0312	replace	/dosageInstruction/0/timing/repeat/periodUnit	"none-of-them"	MedicationRequest.dosageInstruction[0].timing.repeat.periodUnit	Timing.repeat.periodUnit: binding http://hl7.org/fhir/ValueSet/units-of-time
        stu3	MedicationRequest-medrx0318	replace	/dosageInstruction/0/timing/repeat/periodUnit	"none-of-them"	MedicationRequest.dosageInstruction[0].timing.repeat.periodUnit	Timing.repeat.periodUnit: binding http://hl7.org/fhir/ValueSet/units-of-time
        stu3	NutritionOrder-infantenteral	replace	/enteralFormula/administration/0/schedule/repeat/periodUnit	"none-of-them"	NutritionOrder.enteralFormula.administration[0].schedule.repeat.periodUnit	Timing.repeat.periodUnit: binding http://hl7.org/fhir/ValueSet/units-of-time
        stu3	Observation-body-temperature	replace	/status	"none-of-them"	Observation.status	Observation.status: binding http://hl7.org/fhir/ValueSet/observation-status
        stu3	Observation-example-phenotype	replace	/related/0/type	"none-of-them"	Observation.related[0].type	Observation.related.type: binding http://hl7.org/fhir/ValueSet/observation-relationshiptypes
        stu3	Observation-f003	replace	/identifier/0/use	"none-of-them"	Observation.identifier[0].use	Identifier.use: binding http://hl7.org/fhir/ValueSet/identifier-use
        stu3	PlanDefinition-zika-virus-intervention-initial	replace	/relatedArtifact/1/type	"none-of-them"	PlanDefinition.relatedArtifact[1].type	RelatedArtifact.type: binding http://hl7.org/fhir/ValueSet/related-artifact-type
        stu3	Practitioner-f007	replace	/telecom/0/system	"none-of-them"	Practitioner.telecom[0].system	ContactPoint.system: binding http://hl7.org/fhir/ValueSet/contact-point-system
        stu3	Practitioner-f202	replace	/telecom/0/system	"none-of-them"	Practitioner.telecom[0].system	ContactPoint.system: binding http://hl7.org/fhir/ValueSet/contact-point-system
        stu3	PractitionerRole-example	replace	/telecom/1/use	"none-of-them"	PractitionerRole.telecom[1].use	ContactPoint.use: binding http://hl7.org/fhir/ValueSet/contact-point-use
        stu3	ProcedureRequest-colon-biopsy	replace	/text/status	"none-of-them"	ProcedureRequest.text.status	Narrative.status: binding http://hl7.org/fhir/ValueSet/narrative-status
        stu3	ProcedureRequest-example-pgx	replace	/text/status	"none-of-them"	ProcedureRequest.text.status	Narrative.status: binding http://hl7.org/fhir/ValueSet/narrative-status
        stu3	Questionnaire-gcs	replace	/text/status	"none-of-them"	Questionnaire.text.status	Narrative.status: binding http://hl7.org/fhir/ValueSet/narrative-status
        stu3	Questionnaire-zika-virus-exposure-assessment	replace	/item/4/type	"none-of-them"	Questionnaire.item[4].type	Questionnaire.item.type: binding http://hl7.org/fhir/ValueSet/item-type
        stu3	RelatedPerson-f001	replace	/telecom/0/use	"none-of-them"	RelatedPerson.telecom[0].use	ContactPoint.use: binding http://hl7.org/fhir/ValueSet/contact-point-use
        stu3	AuditEvent-example-pixQuery	replace	/entity/1/detail/0/value	"abc"	AuditEvent.entity[1].detail[0].value	AuditEvent.entity.detail.value: base64Binary
        stu3	AuditEvent-example-pixQuery	replace	/entity/1/query	"a*b="	AuditEvent.entity[1].query	AuditEvent.entity.query: base64Binary
        stu3	AuditEvent-example-search	replace	/entity/0/query	"abc"	AuditEvent.entity[0].query	AuditEvent.entity.query: base64Binary
        stu3	DocumentManifest-654789	replace	/content/0/pAttachment/data	"a*b="	DocumentManifest.content[0].p.data	Attachment.data: base64Binary
        stu3	DocumentManifest-654789	replace	/content/1/pAttachment/hash	"abc"	DocumentManifest.content[1].p.hash	Attachment.hash: base64Binary
        stu3	Media-example	replace	/content/data	"abc"	Media.content.data	Attachment.data: base64Binary
        stu3	Provenance-consent-signature	replace	/signature/0/blob	"abc"	Provenance.signature[0].blob	Signature.blob: base64Binary
        stu3	Provenance-signature	replace	/signature/0/blob	"abc"	Provenance.signature[0].blob	Signature.blob: base64Binary
        stu3	ActivityDefinition-referralPrimaryCareMentalHealth	replace	/useContext/5/code/code	" final"	ActivityDefinition.useContext[5].code.code	Coding.code: code
        stu3	Appointment-examplereq	replace	/participant/2/status	"a  b"	Appointment.participant[2].status	Appointment.participant.status: code
        stu3	Claim-100153	replace	/item/0/detail/1/service/coding/0/code	" final"	Claim.item[0].detail[1].service.coding[0].code	Coding.code: code
        stu3	Claim-100153	replace	/item/2/detail/1/service/coding/0/code	" final"	Claim.item[2].detail[1].service.coding[0].code	Coding.code: code
        stu3	Coverage-7547E	replace	/status	"a  b"	Coverage.status	Coverage.status: code
        stu3	Encounter-emerg	replace	/location/1/status	" final"	Encounter.location[1].status	Encounter.location.status: code
        stu3	Measure-composite-example	replace	/status	" final"	Measure.status	Measure.status: code
        stu3	Measure-measure-predecessor-example	replace	/group/1/population/3/code/coding/0/code	"a  b"	Measure.group[1].population[3].code.coding[0].code	Coding.code: code
        stu3	ActivityDefinition-referralPrimaryCareMentalHealth	replace	/approvalDate	"2026-02-30"	ActivityDefinition.approvalDate	ActivityDefinition.approvalDate: date
        stu3	Claim-100153	replace	/item/1/servicedDate	"2026-3-6"	Claim.item[1].serviced	Claim.item.serviced[x]: date
        stu3	Claim-760151	replace	/item/0/servicedDate	"2026-3-6"	Claim.item[0].serviced	Claim.item.serviced[x]: date
        stu3	Claim-860150	replace	/item/0/servicedDate	"06.03.2026"	Claim.item[0].serviced	Claim.item.serviced[x]: date
        stu3	Practitioner-f007	replace	/birthDate	"2026-02-30"	Practitioner.birthDate	Practitioner.birthDate: date
        stu3	Practitioner-f202	replace	/birthDate	"06.03.2026"	Practitioner.birthDate	Practitioner.birthDate: date
        stu3	QuestionnaireResponse-bb	replace	/item/0/item/1/item/2/answer/0/item/0/item/1/answer/0/valueDate	"2026-3-6"	QuestionnaireResponse.item[0].item[1].item[2].answer[0].item[0].item[1].answer[0].value	QuestionnaireResponse.item.answer.value[x]: date
        stu3	QuestionnaireResponse-f201	replace	/item/1/item/1/answer/0/valueDate	"2026-3-6"	QuestionnaireResponse.item[1].item[1].answer[0].value	QuestionnaireResponse.item.answer.value[x]: date
        stu3	AllergyIntolerance-example	replace	/lastOccurrence	"2026-03-06T25:00:00Z"	AllergyIntolerance.lastOccurrence	AllergyIntolerance.lastOccurrence: dateTime
        stu3	CarePlan-f002	replace	/period/end	"2026-03-06T11:10:00"	CarePlan.period.end	Period.end: dateTime
        stu3	Claim-100151	replace	/created	"2026-03-06T11:10:00"	Claim.created	Claim.created: dateTime
        stu3	Encounter-home	replace	/participant/0/period/end	"2026-02-30"	Encounter.participant[0].period.end	Period.end: dateTime
        stu3	List-med-list	replace	/date	"2026-03-06T11:10:00"	List.date	List.date: dateTime
        stu3	Questionnaire-zika-virus-exposure-assessment	replace	/date	"2026-02-30"	Questionnaire.date	Questionnaire.date: dateTime
        stu3	Task-example5	replace	/authoredOn	"2026-02-30"	Task.authoredOn	Task.authoredOn: dateTime
        stu3	patient-example	replace	/telecom/3/period/end	"2026-03-06T25:00:00Z"	Patient.telecom[3].period.end	Period.end: dateTime
        stu3	ActivityDefinition-citalopramPrescription	replace	/id	"\u00fc"	ActivityDefinition.id	ActivityDefinition.id: id
        stu3	Device-example-udi4	replace	/id	"a b"	Device.id	Device.id: id
        stu3	Library-library-exclusive-breastfeeding-cqm-logic	replace	/id	"a b"	Library.id	Library.id: id
        stu3	Medication-medicationexample1	replace	/id	"\u00fc"	Medication.id	Medication.id: id
        stu3	MedicationDispense-meddisp0312	replace	/id	"\u00fc"	MedicationDispense.id	MedicationDispense.id: id
        stu3	MedicationRequest-medrx0303	replace	/id	"a b"	MedicationRequest.id	MedicationRequest.id: id
        stu3	Observation-example-genetics-5	replace	/id	"\u00fc"	Observation.id	Observation.id: id
        stu3	Task-example3	replace	/id	"\u00fc"	Task.id	Task.id: id
        stu3	AuditEvent-example-disclosure	replace	/recorded	"2026-03-06T11:10:00"	AuditEvent.recorded	AuditEvent.recorded: instant
        stu3	AuditEvent-example-rest	replace	/recorded	"2026-03-06"	AuditEvent.recorded	AuditEvent.recorded: instant
        stu3	Observation-example-diplotype1	replace	/issued	"2026-03-06"	Observation.issued	Observation.issued: instant
        stu3	Observation-example-genetics-3	replace	/issued	"2026-03-06"	Observation.issued	Observation.issued: instant
        stu3	Observation-example-phenotype	replace	/issued	"2026-03-06"	Observation.issued	Observation.issued: instant
        stu3	Provenance-consent-signature	replace	/recorded	"2026-03-06T11:10:00"	Provenance.recorded	Provenance.recorded: instant
        stu3	Provenance-consent-signature	replace	/signature/0/when	"2026-03-06T11:10:00"	Provenance.signature[0].when	Signature.when: instant
        stu3	Provenance-signature	replace	/recorded	"2026-03-06T11:10:00"	Provenance.recorded	Provenance.recorded: instant
        stu3	MedicationDispense-meddisp0313	replace	/dosageInstruction/0/timing/repeat/frequency	1.5	MedicationDispense.dosageInstruction[0].timing.repeat.frequency	Timing.repeat.frequency: integer
        stu3	MedicationDispense-meddisp0325	replace	/dosageInstruction/0/sequence	1.5	MedicationDispense.dosageInstruction[0].sequence	Dosage.sequence: integer
        stu3	MedicationRequest-medrx0308	replace	/dosageInstruction/0/sequence	1.5	MedicationRequest.dosageInstruction[0].sequence	Dosage.sequence: integer
        stu3	NutritionOrder-infantenteral	replace	/enteralFormula/administration/0/schedule/repeat/frequency	1.5	NutritionOrder.enteralFormula.administration[0].schedule.repeat.frequency	Timing.repeat.frequency: integer
        stu3	Sequence-example-pgx-2	replace	/referenceSeq/windowStart	1.5	Sequence.referenceSeq.windowStart	Sequence.referenceSeq.windowStart: integer
        stu3	Sequence-example-pgx-2	replace	/variant/0/end	1.5	Sequence.variant[0].end	Sequence.variant.end: integer
        stu3	Sequence-fda-example	replace	/quality/0/end	4294967296	Sequence.quality[0].end	Sequence.quality.end: integer
        stu3	Sequence-fda-example	replace	/variant/0/end	1.5	Sequence.variant[0].end	Sequence.variant.end: integer
        stu3	ImagingManifest-example	replace	/study/0/series/0/instance/0/sopClass	"urn:oid:3.1"	ImagingManifest.study[0].series[0].instance[0].sopClass	ImagingManifest.study.series.instance.sopClass: oid
        stu3	ImagingManifest-example	replace	/study/0/series/0/instance/0/uid	"1.2.3"	ImagingManifest.study[0].series[0].instance[0].uid	ImagingManifest.study.series.instance.uid: oid
        stu3	ImagingManifest-example	replace	/study/0/series/0/uid	"1.2.3"	ImagingManifest.study[0].series[0].uid	ImagingManifest.study.series.uid: oid
        stu3	ImagingManifest-example	replace	/study/0/series/1/instance/0/sopClass	"urn:oid:3.1"	ImagingManifest.study[0].series[1].instance[0].sopClass	ImagingManifest.study.series.instance.sopClass: oid
        stu3	ImagingManifest-example	replace	/study/0/series/1/instance/0/uid	"1.2.3"	ImagingManifest.study[0].series[1].instance[0].uid	ImagingManifest.study.series.instance.uid: oid
        stu3	ImagingManifest-example	replace	/study/0/series/1/instance/1/uid	"1.2.3"	ImagingManifest.study[0].series[1].instance[1].uid	ImagingManifest.study.series.instance.uid: oid
        stu3	ImagingManifest-example	replace	/study/0/series/1/uid	"1.2.3"	ImagingManifest.study[0].series[1].uid	ImagingManifest.study.series.uid: oid
        stu3	ImagingManifest-example	replace	/study/0/uid	"1.2.3"	ImagingManifest.study[0].uid	ImagingManifest.study.uid: oid
        stu3	Claim-100151	replace	/information/0/sequence	0	Claim.information[0].sequence	Claim.information.sequence: positiveInt
        stu3	Claim-100153	replace	/careTeam/0/sequence	0	Claim.careTeam[0].sequence	Claim.careTeam.sequence: positiveInt
        stu3	Claim-100153	replace	/item/0/careTeamLinkId/0	-1	Claim.item[0].careTeamLinkId[0]	Claim.item.careTeamLinkId: positiveInt
        stu3	Claim-760151	replace	/diagnosis/0/sequence	0	Claim.diagnosis[0].sequence	Claim.diagnosis.sequence: positiveInt
        stu3	Claim-760151	replace	/item/0/informationLinkId/0	-1	Claim.item[0].informationLinkId[0]	Claim.item.informationLinkId: positiveInt
        stu3	MedicationRequest-medrx0328	replace	/dispenseRequest/numberOfRepeatsAllowed	0	MedicationRequest.dispenseRequest.numberOfRepeatsAllowed	MedicationRequest.dispenseRequest.numberOfRepeatsAllowed: positiveInt
        stu3	Task-example5	replace	/restriction/repetitions	0	Task.restriction.repetitions	Task.restriction.repetitions: positiveInt
        stu3	patient-example	replace	/telecom/2/rank	-1	Patient.telecom[2].rank	ContactPoint.rank: positiveInt
        stu3	PractitionerRole-example	replace	/availableTime/0/availableEndTime	"25:00:00"	PractitionerRole.availableTime[0].availableEndTime	PractitionerRole.availableTime.availableEndTime: time
        stu3	PractitionerRole-example	replace	/availableTime/0/availableStartTime	"11:10"	PractitionerRole.availableTime[0].availableStartTime	PractitionerRole.availableTime.availableStartTime: time
        stu3	PractitionerRole-example	replace	/availableTime/1/availableEndTime	"25:00:00"	PractitionerRole.availableTime[1].availableEndTime	PractitionerRole.availableTime.availableEndTime: time
        stu3	PractitionerRole-example	replace	/availableTime/1/availableStartTime	"11:10"	PractitionerRole.availableTime[1].availableStartTime	PractitionerRole.availableTime.availableStartTime: time
        stu3	Appointment-2docs	replace	/priority	-1	Appointment.priority	Appointment.priority: unsignedInt
        stu3	Appointment-examplereq	replace	/priority	-1	Appointment.priority	Appointment.priority: unsignedInt
        stu3	Communication-fm-attachment	replace	/payload/1/contentAttachment/size	1.5	Communication.payload[1].content.size	Attachment.size: unsignedInt
        stu3	DocumentManifest-654789	replace	/content/1/pAttachment/size	1.5	DocumentManifest.content[1].p.size	Attachment.size: unsignedInt
        stu3	EligibilityResponse-E2501	replace	/insurance/0/benefitBalance/0/financial/2/allowedUnsignedInt	1.5	EligibilityResponse.insurance[0].benefitBalance[0].financial[2].allowed	EligibilityResponse.insurance.benefitBalance.financial.allowed[x]: unsignedInt
        stu3	EligibilityResponse-E2502	replace	/insurance/0/benefitBalance/0/financial/2/allowedUnsignedInt	-1	EligibilityResponse.insurance[0].benefitBalance[0].financial[2].allowed	EligibilityResponse.insurance.benefitBalance.financial.allowed[x]: unsignedInt
        stu3	Claim-760151	replace	/item/0/detail/0/net/system	"a b"	Claim.item[0].detail[0].net.system	Money.system: uri
        stu3	Claim-960151	replace	/type/coding/0/system	"a b"	Claim.type.coding[0].system	Coding.system: uri
        stu3	EligibilityResponse-E2502	replace	/requestProvider/identifier/system	"a b"	EligibilityResponse.requestProvider.identifier.system	Identifier.system: uri
        stu3	Medication-med0308	replace	/ingredient/0/itemCodeableConcept/coding/0/system	"a b"	Medication.ingredient[0].item.coding[0].system	Coding.system: uri
        stu3	MedicationDispense-meddisp0318	replace	/substitution/type/coding/0/system	"a b"	MedicationDispense.substitution.type.coding[0].system	Coding.system: uri
        stu3	NutritionOrder-pureeddiet	replace	/oralDiet/type/0/coding/1/system	"a b"	NutritionOrder.oralDiet.type[0].coding[1].system	Coding.system: uri
        stu3	PlanDefinition-KDN5	replace	/useContext/2/code/system	"a b"	PlanDefinition.useContext[2].code.system	Coding.system: uri
        stu3	Sequence-fda-vcfeval-comparison	replace	/quality/1/method/coding/0/system	"a b"	Sequence.quality[1].method.coding[0].system	Coding.system: uri
        stu3	AuditEvent-example-pixQuery	replace	/entity/1/query	true	AuditEvent.entity[1].query	AuditEvent.entity.query: type
        stu3	Communication-fm-attachment	replace	/payload/0/contentAttachment/data	true	Communication.payload[0].content.data	Attachment.data: type
        stu3	Communication-fm-attachment	replace	/payload/1/contentAttachment/hash	true	Communication.payload[1].content.hash	Attachment.hash: type
        stu3	DocumentManifest-654789	replace	/content/0/pAttachment/data	true	DocumentManifest.content[0].p.data	Attachment.data: type
        stu3	Media-example	replace	/content/data	true	Media.content.data	Attachment.data: type
        stu3	Person-f002	replace	/photo/data	true	Person.photo.data	Attachment.data: type
        stu3	Provenance-consent-signature	replace	/signature/0/blob	true	Provenance.signature[0].blob	Signature.blob: type
        stu3	Provenance-signature	replace	/signature/0/blob	true	Provenance.signature[0].blob	Signature.blob: type
        stu3	AuditEvent-example-pixQuery	replace	/agent/1/requestor	"true"	AuditEvent.agent[1].requestor	AuditEvent.agent.requestor: type
        stu3	CarePlan-preg	replace	/activity/1/detail/prohibited	"true"	CarePlan.activity[1].detail.prohibited	CarePlan.activity.detail.prohibited: type
        stu3	Claim-660150	replace	/insurance/0/focal	"true"	Claim.insurance[0].focal	Claim.insurance.focal: type
        stu3	Immunization-notGiven	replace	/notGiven	"true"	Immunization.notGiven	Immunization.notGiven: type
        stu3	MedicationRequest-medrx0328	replace	/substitution/allowed	"true"	MedicationRequest.substitution.allowed	MedicationRequest.substitution.allowed: type
        stu3	Practitioner-f202	replace	/active	"true"	Practitioner.active	Practitioner.active: type
        stu3	Questionnaire-zika-virus-exposure-assessment	replace	/item/1/enableWhen/0/answerBoolean	"true"	Questionnaire.item[1].enableWhen[0].answer	Questionnaire.item.enableWhen.answer[x]: type
        stu3	QuestionnaireResponse-bb	replace	/item/0/item/1/item/3/answer/0/valueBoolean	"true"	QuestionnaireResponse.item[0].item[1].item[3].answer[0].value	QuestionnaireResponse.item.answer.value[x]: type
        stu3	Measure-measure-predecessor-example	replace	/relatedArtifact/1/type	true	Measure.relatedArtifact[1].type	RelatedArtifact.type: type
        stu3	Medication-med0302	replace	/ingredient/1/amount/denominator/code	true	Medication.ingredient[1].amount.denominator.code	Quantity.code: type
        stu3	MedicationAdministration-medadmin0308	replace	/dosage/route/coding/0/code	true	MedicationAdministration.dosage.route.coding[0].code	Coding.code: type
        stu3	Organization-f001	replace	/contact/0/telecom/0/system	true	Organization.contact[0].telecom[0].system	ContactPoint.system: type
        stu3	PlanDefinition-KDN5	replace	/useContext/5/code/code	true	PlanDefinition.useContext[5].code.code	Coding.code: type
        stu3	ProcessRequest-87655	replace	/action	true	ProcessRequest.action	ProcessRequest.action: type
        stu3	RelatedPerson-f001	replace	/telecom/0/system	true	RelatedPerson.telecom[0].system	ContactPoint.system: type
        stu3	RequestGroup-kdn5-example	replace	/action/0/action/0/action/0/groupingBehavior	true	RequestGroup.action[0].action[0].action[0].groupingBehavior	RequestGroup.action.groupingBehavior: type
        stu3	ActivityDefinition-referralPrimaryCareMentalHealth	replace	/lastReviewDate	true	ActivityDefinition.lastReviewDate	ActivityDefinition.lastReviewDate: type
        stu3	Claim-100153	replace	/item/1/servicedDate	true	Claim.item[1].serviced	Claim.item.serviced[x]: type
        stu3	Claim-100155	replace	/item/0/servicedDate	true	Claim.item[0].serviced	Claim.item.serviced[x]: type
        stu3	Claim-100156	replace	/item/2/servicedDate	true	Claim.item[2].serviced	Claim.item.serviced[x]: type
        stu3	Goal-example	replace	/statusDate	true	Goal.statusDate	Goal.statusDate: type
        stu3	Goal-stop-smoking	replace	/startDate	true	Goal.start	Goal.start[x]: type
        stu3	Measure-measure-cms146-example	replace	/lastReviewDate	true	Measure.lastReviewDate	Measure.lastReviewDate: type
        stu3	Practitioner-f202	replace	/birthDate	true	Practitioner.birthDate	Practitioner.birthDate: type
        stu3	ActivityDefinition-referralPrimaryCareMentalHealth	replace	/effectivePeriod/end	true	ActivityDefinition.effectivePeriod.end	Period.end: type
        stu3	ActivityDefinition-referralPrimaryCareMentalHealth-initial	replace	/effectivePeriod/end	true	ActivityDefinition.effectivePeriod.end	Period.end: type
        stu3	Appointment-examplereq	replace	/created	true	Appointment.created	Appointment.created: type
        stu3	Claim-960151	replace	/created	true	Claim.created	Claim.created: type
        stu3	DeviceRequest-insulinpump	replace	/authoredOn	true	DeviceRequest.authoredOn	DeviceRequest.authoredOn: type
        stu3	MedicationDispense-meddisp0313	replace	/whenHandedOver	true	MedicationDispense.whenHandedOver	MedicationDispense.whenHandedOver: type
        stu3	PractitionerRole-example	replace	/period/start	true	PractitionerRole.period.start	Period.start: type
        stu3	QuestionnaireResponse-f201	replace	/authored	true	QuestionnaireResponse.authored	QuestionnaireResponse.authored: type
        stu3	Claim-100151	replace	/item/2/detail/0/net/value	true	Claim.item[2].detail[0].net.value	Money.value: type
        stu3	Claim-100151	replace	/item/2/detail/1/unitPrice/value	true	Claim.item[2].detail[1].unitPrice.value	Money.value: type
        stu3	MedicationDispense-meddisp0311	replace	/dosageInstruction/0/timing/repeat/period	true	MedicationDispense.dosageInstruction[0].timing.repeat.period	Timing.repeat.period: type
        stu3	MedicationRequest-medrx0303	replace	/dispenseRequest/expectedSupplyDuration/value	true	MedicationRequest.dispenseRequest.expectedSupplyDuration.value	Duration.value: type
        stu3	MedicationRequest-medrx0318	replace	/dosageInstruction/0/timing/repeat/period	true	MedicationRequest.dosageInstruction[0].timing.repeat.period	Timing.repeat.period: type
        stu3	Observation-ekg	replace	/component/0/valueSampledData/upperLimit	true	Observation.component[0].value.upperLimit	SampledData.upperLimit: type
        stu3	Sequence-fda-example	replace	/quality/0/precision	true	Sequence.quality[0].precision	Sequence.quality.precision: type
        stu3	Sequence-fda-vcfeval-comparison	replace	/quality/1/recall	true	Sequence.quality[1].recall	Sequence.quality.recall: type
        stu3	EligibilityRequest-52346	replace	/id	true	EligibilityRequest.id	EligibilityRequest.id: type
        stu3	EligibilityResponse-E2502	replace	/id	true	EligibilityResponse.id	EligibilityResponse.id: type
        stu3	Immunization-historical	replace	/id	true	Immunization.id	Immunization.id: type
        stu3	MedicationDispense-meddisp0313	replace	/id	true	MedicationDispense.id	MedicationDispense.id: type
        stu3	Observation-example-haplotype2	replace	/id	true	Observation.id	Observation.id: type
        stu3	Observation-f004	replace	/id	true	Observation.id	Observation.id: type
        stu3	Person-example	replace	/id	true	Person.id	Person.id: type
        stu3	Sequence-fda-example	replace	/id	true	Sequence.id	Sequence.id: type
        stu3	Appointment-2docs	replace	/start	true	Appointment.start	Appointment.start: type
        stu3	AuditEvent-example-rest	replace	/recorded	true	AuditEvent.recorded	AuditEvent.recorded: type
        stu3	Observation-example-haplotype2	replace	/issued	true	Observation.issued	Observation.issued: type
        stu3	Observation-f004	replace	/issued	true	Observation.issued	Observation.issued: type
        stu3	Observation-f005	replace	/issued	true	Observation.issued	Observation.issued: type
        stu3	Slot-1	replace	/start	true	Slot.start	Slot.start: type
        stu3	patient-example-chinese	replace	/meta/lastUpdated	true	Patient.meta.lastUpdated	Meta.lastUpdated: type
        stu3	patient-genetics-example1	replace	/meta/lastUpdated	true	Patient.meta.lastUpdated	Meta.lastUpdated: type
        stu3	MedicationDispense-meddisp008	replace	/dosageInstruction/0/sequence	true	MedicationDispense.dosageInstruction[0].sequence	Dosage.sequence: type
        stu3	MedicationDispense-meddisp0312	replace	/dosageInstruction/0/timing/repeat/frequency	true	MedicationDispense.dosageInstruction[0].timing.repeat.frequency	Timing.repeat.frequency: type
        stu3	MedicationDispense-meddisp0330	replace	/dosageInstruction/0/sequence	true	MedicationDispense.dosageInstruction[0].sequence	Dosage.sequence: type
        stu3	MedicationRequest-medrx0328	replace	/dosageInstruction/0/timing/repeat/frequency	true	MedicationRequest.dosageInstruction[0].timing.repeat.frequency	Timing.repeat.frequency: type
        stu3	MedicationRequest-medrx0329	replace	/dosageInstruction/0/sequence	true	MedicationRequest.dosageInstruction[0].sequence	Dosage.sequence: type
        stu3	PlanDefinition-KDN5	replace	/action/0/action/0/action/0/action/0/action/0/extension/0/extension/0/valueInteger	true	PlanDefinition.action[0].action[0].action[0].action[0].action[0].extension[0].extension[0].value	Extension.value[x]: type
        stu3	Sequence-example-TPMT-one	replace	/variant/0/end	true	Sequence.variant[0].end	Sequence.variant.end: type
        stu3	Sequence-example-pgx-1	replace	/referenceSeq/strand	true	Sequence.referenceSeq.strand	Sequence.referenceSeq.strand: type
        stu3	ActivityDefinition-citalopramPrescription	replace	/copyright	true	ActivityDefinition.copyright	ActivityDefinition.copyright: type
        stu3	ActivityDefinition-referralPrimaryCareMentalHealth	replace	/description	true	ActivityDefinition.description	ActivityDefinition.description: type
        stu3	ActivityDefinition-referralPrimaryCareMentalHealth-initial	replace	/copyright	true	ActivityDefinition.copyright	ActivityDefinition.copyright: type
        stu3	Library-library-exclusive-breastfeeding-cqm-logic	replace	/description	true	Library.description	Library.description: type
        stu3	Measure-measure-exclusive-breastfeeding	replace	/disclaimer	true	Measure.disclaimer	Measure.disclaimer: type
        stu3	Measure-measure-predecessor-example	replace	/description	true	Measure.description	Measure.description: type
        stu3	Measure-measure-predecessor-example	replace	/disclaimer	true	Measure.disclaimer	Measure.disclaimer: type
        stu3	Measure-measure-predecessor-example	replace	/purpose	true	Measure.purpose	Measure.purpose: type
        stu3	ImagingManifest-example	replace	/study/0/series/0/instance/0/sopClass	true	ImagingManifest.study[0].series[0].instance[0].sopClass	ImagingManifest.study.series.instance.sopClass: type
        stu3	ImagingManifest-example	replace	/study/0/series/0/instance/0/uid	true	ImagingManifest.study[0].series[0].instance[0].uid	ImagingManifest.study.series.instance.uid: type
        stu3	ImagingManifest-example	replace	/study/0/series/0/uid	true	ImagingManifest.study[0].series[0].uid	ImagingManifest.study.series.uid: type
        stu3	ImagingManifest-example	replace	/study/0/series/1/instance/0/sopClass	true	ImagingManifest.study[0].series[1].instance[0].sopClass	ImagingManifest.study.series.instance.sopClass: type
        stu3	ImagingManifest-example	replace	/study/0/series/1/instance/0/uid	true	ImagingManifest.study[0].series[1].instance[0].uid	ImagingManifest.study.series.instance.uid: type
        stu3	ImagingManifest-example	replace	/study/0/series/1/instance/1/sopClass	true	ImagingManifest.study[0].series[1].instance[1].sopClass	ImagingManifest.study.series.instance.sopClass: type
        stu3	ImagingManifest-example	replace	/study/0/series/1/uid	true	ImagingManifest.study[0].series[1].uid	ImagingManifest.study.series.uid: type
        stu3	ImagingManifest-example	replace	/study/0/uid	true	ImagingManifest.study[0].uid	ImagingManifest.study.uid: type
        stu3	Claim-100151	replace	/careTeam/0/sequence	true	Claim.careTeam[0].sequence	Claim.careTeam.sequence: type
        stu3	Claim-100151	replace	/item/2/sequence	true	Claim.item[2].sequence	Claim.item.sequence: type
        stu3	Claim-100153	replace	/item/2/detail/0/sequence	true	Claim.item[2].detail[0].sequence	Claim.item.detail.sequence: type
        stu3	Claim-100156	replace	/careTeam/0/sequence	true	Claim.careTeam[0].sequence	Claim.careTeam.sequence: type
        stu3	Claim-100156	replace	/item/2/detail/1/sequence	true	Claim.item[2].detail[1].sequence	Claim.item.detail.sequence: type
        stu3	Claim-100156	replace	/procedure/0/sequence	true	Claim.procedure[0].sequence	Claim.procedure.sequence: type
        stu3	Encounter-f202	replace	/reason/0/extension/0/valuePositiveInt	true	Encounter.reason[0].extension[0].value	Extension.value[x]: type
        stu3	Immunization-example	replace	/vaccinationProtocol/0/seriesDoses	true	Immunization.vaccinationProtocol[0].seriesDoses	Immunization.vaccinationProtocol.seriesDoses: type
        stu3	AllergyIntolerance-example	replace	/identifier/0/value	{"a": 1}	AllergyIntolerance.identifier[0].value	Identifier.value: type
        stu3	Appointment-2docs	replace	/description	{"a": 1}	Appointment.description	Appointment.description: type
        stu3	Condition-f205	replace	/asserter/reference	{"a": 1}	Condition.asserter.reference	Reference.reference: type
        stu3	Condition-f205	replace	/subject/reference	{"a": 1}	Condition.subject.reference	Reference.reference: type
        stu3	Observation-head-circumference	replace	/subject/reference	{"a": 1}	Observation.subject.reference	Reference.reference: type
        stu3	PaymentNotice-77654	replace	/request/reference	{"a": 1}	PaymentNotice.request.reference	Reference.reference: type
        stu3	Sequence-fda-example	replace	/variant/0/observedAllele	{"a": 1}	Sequence.variant[0].observedAllele	Sequence.variant.observedAllele: type
        stu3	patient-glossy-example	replace	/managingOrganization/reference	{"a": 1}	Patient.managingOrganization.reference	Reference.reference: type
        stu3	PractitionerRole-example	replace	/availableTime/0/availableEndTime	true	PractitionerRole.availableTime[0].availableEndTime	PractitionerRole.availableTime.availableEndTime: type
        stu3	PractitionerRole-example	replace	/availableTime/0/availableStartTime	true	PractitionerRole.availableTime[0].availableStartTime	PractitionerRole.availableTime.availableStartTime: type
        stu3	PractitionerRole-example	replace	/availableTime/1/availableEndTime	true	PractitionerRole.availableTime[1].availableEndTime	PractitionerRole.availableTime.availableEndTime: type
        stu3	PractitionerRole-example	replace	/availableTime/1/availableStartTime	true	PractitionerRole.availableTime[1].availableStartTime	PractitionerRole.availableTime.availableStartTime: type
        stu3	Appointment-2docs	replace	/priority	true	Appointment.priority	Appointment.priority: type
        stu3	Appointment-examplereq	replace	/priority	true	Appointment.priority	Appointment.priority: type
        stu3	Communication-fm-attachment	replace	/payload/1/contentAttachment/size	true	Communication.payload[1].content.size	Attachment.size: type
        stu3	DocumentManifest-654789	replace	/content/1/pAttachment/size	true	DocumentManifest.content[1].p.size	Attachment.size: type
        stu3	EligibilityResponse-E2501	replace	/insurance/0/benefitBalance/0/financial/2/allowedUnsignedInt	true	EligibilityResponse.insurance[0].benefitBalance[0].financial[2].allowed	EligibilityResponse.insurance.benefitBalance.financial.allowed[x]: type
        stu3	EligibilityResponse-E2502	replace	/insurance/0/benefitBalance/0/financial/2/allowedUnsignedInt	true	EligibilityResponse.insurance[0].benefitBalance[0].financial[2].allowed	EligibilityResponse.insurance.benefitBalance.financial.allowed[x]: type
        stu3	Claim-100153	replace	/item/0/unitPrice/system	true	Claim.item[0].unitPrice.system	Money.system: type
        stu3	Claim-100153	replace	/type/coding/0/system	true	Claim.type.coding[0].system	Coding.system: type
        stu3	Encounter-f002	replace	/hospitalization/admitSource/coding/0/system	true	Encounter.hospitalization.admitSource.coding[0].system	Coding.system: type
        stu3	MedicationDispense-meddisp0316	replace	/dosageInstruction/0/doseQuantity/system	true	MedicationDispense.dosageInstruction[0].dose.system	Quantity.system: type
        stu3	MedicationRequest-medrx0303	replace	/dispenseRequest/quantity/system	true	MedicationRequest.dispenseRequest.quantity.system	Quantity.system: type
        stu3	Observation-example	replace	/category/0/coding/0/system	true	Observation.category[0].coding[0].system	Coding.system: type
        stu3	Observation-f204	replace	/valueQuantity/system	true	Observation.value.system	Quantity.system: type
        stu3	Practitioner-f007	replace	/identifier/1/system	true	Practitioner.identifier[1].system	Identifier.system: type
        stu3	ActivityDefinition-citalopramPrescription	remove	/useContext/2/valueCodeableConcept		ActivityDefinition.useContext[2].value	UsageContext.value[x]: min 1
        stu3	ActivityDefinition-referralPrimaryCareMentalHealth-initial	remove	/participant/0/type		ActivityDefinition.participant[0].type	ActivityDefinition.participant.type: min 1
        stu3	Appointment-2docs	remove	/participant		Appointment.participant	Appointment.participant: min 1
        stu3	AuditEvent-example-pixQuery	remove	/entity/1/detail/0/type		AuditEvent.entity[1].detail[0].type	AuditEvent.entity.detail.type: min 1
        stu3	AuditEvent-example-search	remove	/source		AuditEvent.source	AuditEvent.source: min 1
        stu3	CarePlan-preg	remove	/text/status		CarePlan.text.status	Narrative.status: min 1
        stu3	Claim-760151	remove	/information/1/category		Claim.information[1].category	Claim.information.category: min 1
        stu3	Communication-example	remove	/status		Communication.status	Communication.status: min 1
        stu3	Consent-consent-example-pkb	remove	/except/2/actor/0/reference		Consent.except[2].actor[0].reference	Consent.except.actor.reference: min 1
        stu3	Consent-consent-example-signature	remove	/except/0/actor/0/role		Consent.except[0].actor[0].role	Consent.except.actor.role: min 1
        stu3	Immunization-notGiven	remove	/patient		Immunization.patient	Immunization.patient: min 1
        stu3	Measure-composite-example	remove	/text/status		Measure.text.status	Narrative.status: min 1
        stu3	Measure-measure-exclusive-breastfeeding	remove	/relatedArtifact/13/type		Measure.relatedArtifact[13].type	RelatedArtifact.type: min 1
        stu3	MedicationDispense-meddisp0321	remove	/medicationCodeableConcept		MedicationDispense.medication	MedicationDispense.medication[x]: min 1
        stu3	MedicationDispense-meddisp0330	remove	/performer/0/actor		MedicationDispense.performer[0].actor	MedicationDispense.performer.actor: min 1
        stu3	MedicationRequest-medrx0328	remove	/text/status		MedicationRequest.text.status	Narrative.status: min 1
        stu3	MedicationStatement-example006	remove	/subject		MedicationStatement.subject	MedicationStatement.subject: min 1
        stu3	Observation-f202	remove	/text/status		Observation.text.status	Narrative.status: min 1
        stu3	Observation-f204	remove	/status		Observation.status	Observation.status: min 1
        stu3	PlanDefinition-KDN5	remove	/action/0/action/0/action/0/action/0/action/1/relatedAction/0/actionId		PlanDefinition.action[0].action[0].action[0].action[0].action[1].relatedAction[0].actionId	PlanDefinition.action.relatedAction.actionId: min 1
        stu3	PlanDefinition-KDN5	remove	/contributor/0/type		PlanDefinition.contributor[0].type	Contributor.type: min 1
        stu3	Practitioner-f002	remove	/text/status		Practitioner.text.status	Narrative.status: min 1
        stu3	Procedure-appendectomy-narrative	remove	/status		Procedure.status	Procedure.status: min 1
        stu3	ProcedureRequest-example-pgx	remove	/text/status		ProcedureRequest.text.status	Narrative.status: min 1
        stu3	ProcedureRequest-physiotherapy	remove	/requester/agent		ProcedureRequest.requester.agent	ProcedureRequest.requester.agent: min 1
        stu3	Provenance-example-biocompute-object	remove	/entity/0/whatIdentifier		Provenance.entity[0].what	Provenance.entity.what[x]: min 1
        stu3	Questionnaire-zika-virus-exposure-assessment	remove	/item/4/linkId		Questionnaire.item[4].linkId	Questionnaire.item.linkId: min 1
        stu3	Questionnaire-zika-virus-exposure-assessment	remove	/item/5/type		Questionnaire.item[5].type	Questionnaire.item.type: min 1
        stu3	Sequence-fda-example	remove	/repository/0/type		Sequence.repository[0].type	Sequence.repository.type: min 1
        stu3	Task-example6	remove	/note/0/text		Task.note[0].text	Annotation.text: min 1
        stu3	Appointment-2docs	rename	/start	startQx	Appointment.startQx	Appointment: unknown element
        stu3	AuditEvent-example-disclosure	rename	/type	typeQx	AuditEvent.typeQx	AuditEvent: unknown element
        stu3	CarePlan-example	rename	/context	contextQx	CarePlan.contextQx	CarePlan: unknown element
        stu3	Claim-100156	rename	/type	typeQx	Claim.typeQx	Claim: unknown element
        stu3	Device-ihe-pcd	rename	/manufacturer	manufacturerQx	Device.manufacturerQx	Device: unknown element
        stu3	EligibilityResponse-E2502	rename	/inforce	inforceQx	EligibilityResponse.inforceQx	EligibilityResponse: unknown element
        stu3	Encounter-f002	rename	/length	lengthQx	Encounter.lengthQx	Encounter: unknown element
        stu3	FamilyMemberHistory-father	rename	/relationship	relationshipQx	FamilyMemberHistory.relationshipQx	FamilyMemberHistory: unknown element
        stu3	GuidanceResponse-example	rename	/requestId	requestIdQx	GuidanceResponse.requestIdQx	GuidanceResponse: unknown element
        stu3	ImmunizationRecommendation-example	rename	/identifier	identifierQx	ImmunizationRecommendation.identifierQx	ImmunizationRecommendation: unknown element
        stu3	Library-library-exclusive-breastfeeding-cds-logic	rename	/content	contentQx	Library.contentQx	Library: unknown element
        stu3	Location-1	rename	/address	addressQx	Location.addressQx	Location: unknown element
        stu3	Location-1	rename	/managingOrganization	managingOrganizationQx	Location.managingOrganizationQx	Location: unknown element
        stu3	Location-1	rename	/telecom	telecomQx	Location.telecomQx	Location: unknown element
        stu3	Location-amb	rename	/managingOrganization	managingOrganizationQx	Location.managingOrganizationQx	Location: unknown element
        stu3	Media-xray	rename	/content	contentQx	Media.contentQx	Media: unknown element
        stu3	MedicationDispense-meddisp0313	rename	/whenPrepared	whenPreparedQx	MedicationDispense.whenPreparedQx	MedicationDispense: unknown element
        stu3	MedicationRequest-medrx0308	rename	/recorder	recorderQx	MedicationRequest.recorderQx	MedicationRequest: unknown element
        stu3	MedicationRequest-medrx0308	rename	/status	statusQx	MedicationRequest.statusQx	MedicationRequest: unknown element
        stu3	MedicationStatement-example007	rename	/informationSource	informationSourceQx	MedicationStatement.informationSourceQx	MedicationStatement: unknown element
        stu3	MessageHeader-1cbdfb97-5859-48a4-8301-d54eab818d68	rename	/sender	senderQx	MessageHeader.senderQx	MessageHeader: unknown element
        stu3	NutritionOrder-infantenteral	rename	/status	statusQx	NutritionOrder.statusQx	NutritionOrder: unknown element
        stu3	Observation-eye-color	rename	/subject	subjectQx	Observation.subjectQx	Observation: unknown element
        stu3	Observation-glasgow	rename	/referenceRange	referenceRangeQx	Observation.referenceRangeQx	Observation: unknown element
        stu3	Person-grahame	rename	/telecom	telecomQx	Person.telecomQx	Person: unknown element
        stu3	PlanDefinition-zika-virus-intervention	rename	/identifier	identifierQx	PlanDefinition.identifierQx	PlanDefinition: unknown element
        stu3	PlanDefinition-zika-virus-intervention	rename	/url	urlQx	PlanDefinition.urlQx	PlanDefinition: unknown element
        stu3	Practitioner-f204	rename	/telecom	telecomQx	Practitioner.telecomQx	Practitioner: unknown element
        stu3	ProcessRequest-1112	rename	/created	createdQx	ProcessRequest.createdQx	ProcessRequest: unknown element
        stu3	Questionnaire-zika-virus-exposure-assessment	rename	/name	nameQx	Questionnaire.nameQx	Questionnaire: unknown element
        stu3	Claim-100151	replace	/item/1/careTeamLinkId	1	Claim.item[1].careTeamLinkId	Claim.item.careTeamLinkId: list
        stu3	Claim-960151	replace	/insurance/0/preAuthRef	"PA2014G56473"	Claim.insurance[0].preAuthRef	Claim.insurance.preAuthRef: list
        stu3	Observation-respiratory-rate	replace	/meta/profile	"http://hl7.org/fhir/StructureDefinition/vitalsigns"	Observation.meta.profile	Meta.profile: list
        stu3	Organization-f002	replace	/address/0/line	"South Wing, floor 2"	Organization.address[0].line	Address.line: list
        stu3	Patient-null	replace	/name/1/given	"Jim"	Patient.name[1].given	HumanName.given: list
        stu3	Practitioner-f002	replace	/name/0/suffix	"MD"	Practitioner.name[0].suffix	HumanName.suffix: list
        stu3	RelatedPerson-f001	replace	/name/0/given	"Sarah"	RelatedPerson.name[0].given	HumanName.given: list
        stu3	patient-example-ihe-pcd	replace	/name/0/given	"ALBERT"	Patient.name[0].given	HumanName.given: list
        stu3	ActivityDefinition-referralPrimaryCareMentalHealth	replace	/text/status	["generated"]	ActivityDefinition.text.status	Narrative.status: max 1
        stu3	EligibilityResponse-E2502	replace	/outcome/coding/0/system	["http://hl7.org/fhir/remittance-outcome"]	EligibilityResponse.outcome.coding[0].system	Coding.system: max 1
        stu3	MedicationAdministration-medadmin0313	replace	/effectivePeriod/end	["2015-01-16T02:03:00+01:00"]	MedicationAdministration.effective.end	Period.end: max 1
        stu3	MedicationRequest-medrx0304	replace	/dispenseRequest/quantity/value	[10]	MedicationRequest.dispenseRequest.quantity.value	Quantity.value: max 1
        stu3	MedicationRequest-medrx0325	replace	/requester/onBehalfOf/reference	["Organization/f002"]	MedicationRequest.requester.onBehalfOf.reference	Reference.reference: max 1
        stu3	Observation-satO2	replace	/identifier/0/system	["http://goodcare.org/observation/id"]	Observation.identifier[0].system	Identifier.system: max 1
        stu3	Practitioner-example	replace	/id	["example"]	Practitioner.id	Practitioner.id: max 1
        stu3	Substance-f204	replace	/code/coding/0/code	["333346007"]	Substance.code.coding[0].code	Coding.code: max 1
        """#
}
