// Made by deploy/dev/fhir/make-lists; how to read it is said there.

extension FHIRLists {
    static let stu3Table: StaticString = """
        Account identifier coverage guarantor
        ActivityDefinition identifier useContext jurisdiction topic contributor contact relatedArtifact library participant dosage bodySite dynamicValue
        Address line
        AdverseEvent reaction suspectEntity subjectMedicalHistory referenceDocument study
        AllergyIntolerance identifier category note reaction
        AllergyIntolerance.reaction manifestation note
        Appointment identifier serviceType specialty reason indication supportingInformation slot incomingReferral participant requestedPeriod
        Appointment.participant type
        AppointmentResponse identifier participantType
        AuditEvent subtype purposeOfEvent agent entity
        AuditEvent.agent role policy purposeOfUse
        AuditEvent.entity securityLabel detail
        AuditEvent.source type
        Basic identifier
        BodySite identifier qualifier image
        Bundle link entry
        Bundle.entry link
        CapabilityStatement contact useContext jurisdiction instantiates format patchFormat implementationGuide profile rest messaging document
        CapabilityStatement.messaging endpoint supportedMessage event
        CapabilityStatement.rest resource interaction searchParam operation compartment
        CapabilityStatement.rest.resource interaction referencePolicy searchInclude searchRevInclude searchParam
        CapabilityStatement.rest.security service certificate
        CarePlan identifier definition basedOn replaces partOf category author careTeam addresses supportingInfo goal activity note
        CarePlan.activity outcomeCodeableConcept outcomeReference progress
        CarePlan.activity.detail reasonCode reasonReference goal performer
        CareTeam identifier category participant reasonCode reasonReference managingOrganization note
        ChargeItem definition partOf participant bodysite reason service account note supportingInformation
        Claim identifier subType related careTeam information diagnosis procedure insurance item
        Claim.diagnosis type
        Claim.insurance preAuthRef
        Claim.item careTeamLinkId diagnosisLinkId procedureLinkId informationLinkId modifier programCode udi subSite encounter detail
        Claim.item.detail modifier programCode udi subDetail
        Claim.item.detail.subDetail modifier programCode udi
        ClaimResponse identifier item addItem error processNote communicationRequest insurance
        ClaimResponse.addItem sequenceLinkId modifier noteNumber adjudication detail
        ClaimResponse.addItem.detail modifier noteNumber adjudication
        ClaimResponse.insurance preAuthRef
        ClaimResponse.item noteNumber adjudication detail
        ClaimResponse.item.detail noteNumber adjudication subDetail
        ClaimResponse.item.detail.subDetail noteNumber adjudication
        ClinicalImpression identifier problem investigation protocol finding prognosisCodeableConcept prognosisReference action note
        ClinicalImpression.investigation item
        CodeSystem contact useContext jurisdiction filter property concept
        CodeSystem.concept designation property concept
        CodeSystem.filter operator
        CodeableConcept coding
        Communication identifier definition basedOn partOf category medium recipient topic reasonCode reasonReference payload note
        CommunicationRequest identifier basedOn replaces category medium recipient topic payload reasonCode reasonReference note
        CompartmentDefinition contact useContext jurisdiction resource
        CompartmentDefinition.resource param
        Composition author attester relatesTo event section
        Composition.attester mode
        Composition.event code detail
        Composition.section entry section
        ConceptMap contact useContext jurisdiction group
        ConceptMap.group element
        ConceptMap.group.element target
        ConceptMap.group.element.target dependsOn product
        Condition identifier category bodySite evidence note
        Condition.evidence code detail
        Condition.stage assessment
        Consent category consentingParty actor action organization policy securityLabel purpose data except
        Consent.except actor action securityLabel purpose class code data
        ContactDetail telecom
        Contract subject topic authority domain subType action actionReason securityLabel agent signer valuedItem term friendly legal rule
        Contract.agent role
        Contract.signer signature
        Contract.term topic action actionReason securityLabel agent valuedItem group
        Contract.term.agent role
        Contributor contact
        Coverage identifier payor contract
        DataElement identifier contact useContext jurisdiction mapping element
        DataRequirement profile mustSupport codeFilter dateFilter
        DataRequirement.codeFilter valueCode valueCoding valueCodeableConcept
        DetectedIssue implicated mitigation
        Device identifier contact note safety
        DeviceComponent operationalStatus productionSpecification
        DeviceMetric calibration
        DeviceRequest identifier definition basedOn priorRequest reasonCode reasonReference supportingInfo note relevantHistory
        DeviceUseStatement identifier indication note
        DiagnosticReport identifier basedOn performer specimen result imagingStudy image codedDiagnosis presentedForm
        DocumentManifest identifier author recipient content related
        DocumentReference identifier author relatesTo securityLabel content
        DocumentReference.context event related
        Dosage additionalInstruction
        ElementDefinition representation code alias type example condition constraint mapping
        ElementDefinition.slicing discriminator
        ElementDefinition.type aggregation
        EligibilityRequest identifier
        EligibilityResponse identifier insurance error
        EligibilityResponse.insurance benefitBalance
        EligibilityResponse.insurance.benefitBalance financial
        Encounter identifier statusHistory classHistory type episodeOfCare incomingReferral participant reason diagnosis account location
        Encounter.hospitalization dietPreference specialCourtesy specialArrangement
        Encounter.participant type
        Endpoint identifier contact payloadType payloadMimeType header
        EnrollmentRequest identifier
        EnrollmentResponse identifier
        EpisodeOfCare identifier statusHistory type diagnosis referralRequest team account
        ExpansionProfile contact useContext jurisdiction fixedVersion
        ExpansionProfile.designation.exclude designation
        ExpansionProfile.designation.include designation
        ExplanationOfBenefit identifier subType related information careTeam diagnosis procedure item addItem processNote benefitBalance
        ExplanationOfBenefit.addItem sequenceLinkId modifier noteNumber adjudication detail
        ExplanationOfBenefit.addItem.detail modifier noteNumber adjudication
        ExplanationOfBenefit.benefitBalance financial
        ExplanationOfBenefit.diagnosis type
        ExplanationOfBenefit.insurance preAuthRef
        ExplanationOfBenefit.item careTeamLinkId diagnosisLinkId procedureLinkId informationLinkId modifier programCode udi subSite encounter noteNumber adjudication detail
        ExplanationOfBenefit.item.detail modifier programCode udi noteNumber adjudication subDetail
        ExplanationOfBenefit.item.detail.subDetail modifier programCode udi noteNumber adjudication
        FamilyMemberHistory identifier definition reasonCode reasonReference note condition
        FamilyMemberHistory.condition note
        Flag identifier
        Goal identifier category addresses note outcomeCode outcomeReference
        GraphDefinition contact useContext jurisdiction link
        GraphDefinition.link target
        GraphDefinition.link.target compartment link
        Group identifier characteristic member
        GuidanceResponse note evaluationMessage dataRequirement
        HealthcareService identifier type specialty location telecom coverageArea serviceProvisionCode programName characteristic referralMethod availableTime notAvailable endpoint
        HealthcareService.availableTime daysOfWeek
        HumanName given prefix suffix
        ImagingManifest study
        ImagingManifest.study endpoint series
        ImagingManifest.study.series endpoint instance
        ImagingStudy identifier modalityList basedOn interpreter endpoint procedureReference procedureCode series
        ImagingStudy.series endpoint performer instance
        Immunization identifier practitioner note reaction vaccinationProtocol
        Immunization.explanation reason reasonNotGiven
        Immunization.vaccinationProtocol targetDisease
        ImmunizationRecommendation identifier recommendation
        ImmunizationRecommendation.recommendation dateCriterion supportingImmunization supportingPatientInformation
        ImplementationGuide contact useContext jurisdiction dependency package global binary
        ImplementationGuide.package resource
        ImplementationGuide.page type package page
        Library identifier useContext jurisdiction topic contributor contact relatedArtifact parameter dataRequirement content
        Linkage item
        List identifier note entry
        Location identifier alias telecom endpoint
        Measure identifier useContext jurisdiction topic contributor contact relatedArtifact library type definition group supplementalData
        Measure.group population stratifier
        Measure.supplementalData usage
        MeasureReport group
        MeasureReport.group population stratifier
        MeasureReport.group.stratifier stratum
        MeasureReport.group.stratifier.stratum population
        Media identifier basedOn reasonCode note
        Medication ingredient image
        Medication.package content batch
        MedicationAdministration identifier definition partOf supportingInformation performer reasonNotGiven reasonCode reasonReference device note eventHistory
        MedicationDispense identifier partOf supportingInformation performer authorizingPrescription receiver note dosageInstruction detectedIssue eventHistory
        MedicationDispense.substitution reason responsibleParty
        MedicationRequest identifier definition basedOn supportingInformation reasonCode reasonReference note dosageInstruction detectedIssue eventHistory
        MedicationStatement identifier basedOn partOf derivedFrom reasonNotTaken reasonCode reasonReference note dosage
        MessageDefinition contact useContext jurisdiction parent replaces focus allowedResponse
        MessageHeader destination focus
        Meta profile security tag
        NamingSystem contact useContext jurisdiction uniqueId
        NutritionOrder identifier allergyIntolerance foodPreferenceModifier excludeFoodModifier supplement
        NutritionOrder.enteralFormula administration
        NutritionOrder.oralDiet type schedule nutrient texture fluidConsistencyType
        NutritionOrder.supplement schedule
        Observation identifier basedOn category performer referenceRange related component
        Observation.component referenceRange
        Observation.referenceRange appliesTo
        OperationDefinition contact useContext jurisdiction resource parameter overload
        OperationDefinition.overload parameterName
        OperationDefinition.parameter part
        OperationOutcome issue
        OperationOutcome.issue location expression
        Organization identifier type alias telecom address contact endpoint
        Organization.contact telecom
        Parameters parameter
        Parameters.parameter part
        Patient identifier name telecom address photo contact communication generalPractitioner link
        Patient.contact relationship telecom
        PaymentNotice identifier
        PaymentReconciliation identifier detail processNote
        Person identifier name telecom address link
        PlanDefinition identifier useContext jurisdiction topic contributor contact relatedArtifact library goal action
        PlanDefinition.action code reason documentation goalId triggerDefinition condition input output relatedAction participant dynamicValue action
        PlanDefinition.goal addresses documentation target
        Practitioner identifier name telecom address photo qualification communication
        Practitioner.qualification identifier
        PractitionerRole identifier code specialty location healthcareService telecom availableTime notAvailable endpoint
        PractitionerRole.availableTime daysOfWeek
        Procedure identifier definition basedOn partOf performer reasonCode reasonReference bodySite report complication complicationDetail followUp note focalDevice usedReference usedCode
        ProcedureRequest identifier definition basedOn replaces category reasonCode reasonReference supportingInfo specimen bodySite note relevantHistory
        ProcessRequest identifier item include exclude
        ProcessResponse identifier processNote error communicationRequest
        Provenance target policy reason agent entity signature
        Provenance.agent role
        Provenance.entity agent
        Questionnaire identifier useContext jurisdiction contact code subjectType item
        Questionnaire.item code enableWhen option item
        QuestionnaireResponse basedOn parent item
        QuestionnaireResponse.item answer item
        QuestionnaireResponse.item.answer item
        ReferralRequest identifier definition basedOn replaces serviceRequested recipient reasonCode reasonReference supportingInfo note relevantHistory
        RelatedPerson identifier name telecom address photo
        RequestGroup identifier definition basedOn replaces note action
        RequestGroup.action code documentation condition relatedAction participant action
        ResearchStudy identifier protocol partOf category focus contact relatedArtifact keyword jurisdiction enrollment site note arm
        RiskAssessment basis prediction
        Schedule identifier serviceType specialty actor
        SearchParameter contact useContext jurisdiction base target comparator modifier chain component
        Sequence identifier variant quality repository pointer
        ServiceDefinition identifier useContext jurisdiction topic contributor contact relatedArtifact trigger dataRequirement
        Signature type
        Slot identifier serviceType specialty
        Specimen identifier parent request processing container note
        Specimen.container identifier
        Specimen.processing additive
        StructureDefinition identifier contact useContext jurisdiction keyword mapping context contextInvariant
        StructureDefinition.differential element
        StructureDefinition.snapshot element
        StructureMap identifier contact useContext jurisdiction structure import group
        StructureMap.group input rule
        StructureMap.group.rule source target rule dependent
        StructureMap.group.rule.dependent variable
        StructureMap.group.rule.target listMode parameter
        Subscription contact tag
        Subscription.channel header
        Substance identifier category instance ingredient
        SupplyDelivery basedOn partOf receiver
        SupplyRequest supplier
        Task identifier basedOn partOf performerType note relevantHistory input output
        Task.restriction recipient
        TestReport participant test
        TestReport.setup action
        TestReport.teardown action
        TestReport.test action
        TestScript contact useContext jurisdiction origin destination fixture profile variable rule ruleset test
        TestScript.metadata link capability
        TestScript.metadata.capability origin link
        TestScript.rule param
        TestScript.ruleset rule
        TestScript.ruleset.rule param
        TestScript.setup action
        TestScript.setup.action.assert.rule param
        TestScript.setup.action.assert.ruleset rule
        TestScript.setup.action.assert.ruleset.rule param
        TestScript.setup.action.operation requestHeader
        TestScript.teardown action
        TestScript.test action
        Timing event
        Timing.repeat dayOfWeek timeOfDay when
        ValueSet identifier contact useContext jurisdiction
        ValueSet.compose include exclude
        ValueSet.compose.include concept filter valueSet
        ValueSet.compose.include.concept designation
        ValueSet.expansion parameter contains
        ValueSet.expansion.contains designation contains
        VisionPrescription identifier dispense
        VisionPrescription.dispense note
        """
}
