// Made by deploy/dev/fhir/make-lists; how to read it is said there.

extension FHIRLists {
    static let r4Table: StaticString = """
        Account identifier subject coverage guarantor
        ActivityDefinition identifier contact useContext jurisdiction topic author editor reviewer endorser relatedArtifact library participant dosage bodySite specimenRequirement observationRequirement observationResultRequirement dynamicValue
        Address line
        AdverseEvent category resultingCondition contributor suspectEntity subjectMedicalHistory referenceDocument study
        AdverseEvent.suspectEntity causality
        AllergyIntolerance identifier category note reaction
        AllergyIntolerance.reaction manifestation note
        Appointment identifier serviceCategory serviceType specialty reasonCode reasonReference supportingInformation slot basedOn participant requestedPeriod
        Appointment.participant type
        AppointmentResponse identifier participantType
        AuditEvent subtype purposeOfEvent agent entity
        AuditEvent.agent role policy purposeOfUse
        AuditEvent.entity securityLabel detail
        AuditEvent.source type
        Basic identifier
        BiologicallyDerivedProduct identifier request parent processing storage
        BodyStructure identifier locationQualifier image
        Bundle link entry
        Bundle.entry link
        CapabilityStatement contact useContext jurisdiction instantiates imports format patchFormat implementationGuide rest messaging document
        CapabilityStatement.messaging endpoint supportedMessage
        CapabilityStatement.rest resource interaction searchParam operation compartment
        CapabilityStatement.rest.resource supportedProfile interaction referencePolicy searchInclude searchRevInclude searchParam operation
        CapabilityStatement.rest.security service
        CarePlan identifier instantiatesCanonical instantiatesUri basedOn replaces partOf category contributor careTeam addresses supportingInfo goal activity note
        CarePlan.activity outcomeCodeableConcept outcomeReference progress
        CarePlan.activity.detail instantiatesCanonical instantiatesUri reasonCode reasonReference goal performer
        CareTeam identifier category participant reasonCode reasonReference managingOrganization telecom note
        CareTeam.participant role
        CatalogEntry identifier additionalIdentifier classification additionalCharacteristic additionalClassification relatedEntry
        ChargeItem identifier definitionUri definitionCanonical partOf performer bodysite reason service account note supportingInformation
        ChargeItemDefinition identifier derivedFromUri partOf replaces contact useContext jurisdiction instance applicability propertyGroup
        ChargeItemDefinition.propertyGroup applicability priceComponent
        Claim identifier related careTeam supportingInfo diagnosis procedure insurance item
        Claim.diagnosis type
        Claim.insurance preAuthRef
        Claim.item careTeamSequence diagnosisSequence procedureSequence informationSequence modifier programCode udi subSite encounter detail
        Claim.item.detail modifier programCode udi subDetail
        Claim.item.detail.subDetail modifier programCode udi
        Claim.procedure type udi
        ClaimResponse identifier item addItem adjudication total processNote communicationRequest insurance error
        ClaimResponse.addItem itemSequence detailSequence subdetailSequence provider modifier programCode subSite noteNumber adjudication detail
        ClaimResponse.addItem.detail modifier noteNumber adjudication subDetail
        ClaimResponse.addItem.detail.subDetail modifier noteNumber adjudication
        ClaimResponse.item noteNumber adjudication detail
        ClaimResponse.item.detail noteNumber adjudication subDetail
        ClaimResponse.item.detail.subDetail noteNumber adjudication
        ClinicalImpression identifier problem investigation protocol finding prognosisCodeableConcept prognosisReference supportingInfo note
        ClinicalImpression.investigation item
        CodeSystem identifier contact useContext jurisdiction filter property concept
        CodeSystem.concept designation property concept
        CodeSystem.filter operator
        CodeableConcept coding
        Communication identifier instantiatesCanonical instantiatesUri basedOn partOf inResponseTo category medium about recipient reasonCode reasonReference payload note
        CommunicationRequest identifier basedOn replaces category medium about payload recipient reasonCode reasonReference note
        CompartmentDefinition contact useContext resource
        CompartmentDefinition.resource param
        Composition category author attester relatesTo event section
        Composition.event code detail
        Composition.section author entry section
        ConceptMap contact useContext jurisdiction group
        ConceptMap.group element
        ConceptMap.group.element target
        ConceptMap.group.element.target dependsOn product
        Condition identifier category bodySite stage evidence note
        Condition.evidence code detail
        Condition.stage assessment
        Consent identifier category performer organization policy verification
        Consent.provision actor action securityLabel purpose class code data provision
        ContactDetail telecom
        Contract identifier subject authority domain site alias subType term supportingInfo relevantHistory signer friendly legal rule
        Contract.signer signature
        Contract.term securityLabel asset action group
        Contract.term.action subject linkId contextLinkId requester requesterLinkId performerType performerLinkId reasonCode reasonReference reason reasonLinkId note securityLabelNumber
        Contract.term.action.subject reference
        Contract.term.asset type typeReference subtype context periodType period usePeriod linkId answer securityLabelNumber valuedItem
        Contract.term.asset.context code
        Contract.term.asset.valuedItem linkId securityLabelNumber
        Contract.term.offer identifier party decisionMode answer linkId securityLabelNumber
        Contract.term.offer.party reference
        Contract.term.securityLabel number category control
        Contributor contact
        Coverage identifier payor class costToBeneficiary contract
        Coverage.costToBeneficiary exception
        CoverageEligibilityRequest identifier purpose supportingInfo insurance item
        CoverageEligibilityRequest.item supportingInfoSequence modifier diagnosis detail
        CoverageEligibilityResponse identifier purpose insurance error
        CoverageEligibilityResponse.insurance item
        CoverageEligibilityResponse.insurance.item modifier benefit authorizationSupporting
        DataRequirement profile mustSupport codeFilter dateFilter sort
        DataRequirement.codeFilter code
        DetectedIssue identifier implicated evidence mitigation
        DetectedIssue.evidence code detail
        Device identifier udiCarrier statusReason deviceName specialization version property contact note safety
        Device.property valueQuantity valueCode
        DeviceDefinition identifier udiDeviceIdentifier deviceName specialization version safety shelfLifeStorage languageCode capability property contact note material
        DeviceDefinition.capability description
        DeviceDefinition.property valueQuantity valueCode
        DeviceMetric identifier calibration
        DeviceRequest identifier instantiatesCanonical instantiatesUri basedOn priorRequest parameter reasonCode reasonReference insurance supportingInfo note relevantHistory
        DeviceUseStatement identifier basedOn derivedFrom reasonCode reasonReference note
        DiagnosticReport identifier basedOn category performer resultsInterpreter specimen result imagingStudy media conclusionCode presentedForm
        DocumentManifest identifier author recipient content related
        DocumentReference identifier category author relatesTo securityLabel content
        DocumentReference.context encounter event related
        Dosage additionalInstruction doseAndRate
        EffectEvidenceSynthesis identifier contact note useContext jurisdiction topic author editor reviewer endorser relatedArtifact resultsByExposure effectEstimate certainty
        EffectEvidenceSynthesis.certainty rating note certaintySubcomponent
        EffectEvidenceSynthesis.certainty.certaintySubcomponent rating note
        EffectEvidenceSynthesis.effectEstimate precisionEstimate
        ElementDefinition representation code alias type example condition constraint mapping
        ElementDefinition.slicing discriminator
        ElementDefinition.type profile targetProfile aggregation
        Encounter identifier statusHistory classHistory type episodeOfCare basedOn participant appointment reasonCode reasonReference diagnosis account location
        Encounter.hospitalization dietPreference specialCourtesy specialArrangement
        Encounter.participant type
        Endpoint identifier contact payloadType payloadMimeType header
        EnrollmentRequest identifier
        EnrollmentResponse identifier
        EpisodeOfCare identifier statusHistory type diagnosis referralRequest team account
        EventDefinition identifier contact useContext jurisdiction topic author editor reviewer endorser relatedArtifact trigger
        Evidence identifier contact note useContext jurisdiction topic author editor reviewer endorser relatedArtifact exposureVariant outcome
        EvidenceVariable identifier contact note useContext jurisdiction topic author editor reviewer endorser relatedArtifact characteristic
        EvidenceVariable.characteristic usageContext
        ExampleScenario identifier contact useContext jurisdiction actor instance process workflow
        ExampleScenario.instance version containedInstance
        ExampleScenario.process step
        ExampleScenario.process.step process alternative
        ExampleScenario.process.step.alternative step
        ExplanationOfBenefit identifier related preAuthRef preAuthRefPeriod careTeam supportingInfo diagnosis procedure insurance item addItem adjudication total processNote benefitBalance
        ExplanationOfBenefit.addItem itemSequence detailSequence subDetailSequence provider modifier programCode subSite noteNumber adjudication detail
        ExplanationOfBenefit.addItem.detail modifier noteNumber adjudication subDetail
        ExplanationOfBenefit.addItem.detail.subDetail modifier noteNumber adjudication
        ExplanationOfBenefit.benefitBalance financial
        ExplanationOfBenefit.diagnosis type
        ExplanationOfBenefit.insurance preAuthRef
        ExplanationOfBenefit.item careTeamSequence diagnosisSequence procedureSequence informationSequence modifier programCode udi subSite encounter noteNumber adjudication detail
        ExplanationOfBenefit.item.detail modifier programCode udi noteNumber adjudication subDetail
        ExplanationOfBenefit.item.detail.subDetail modifier programCode udi noteNumber adjudication
        ExplanationOfBenefit.procedure type udi
        FamilyMemberHistory identifier instantiatesCanonical instantiatesUri reasonCode reasonReference note condition
        FamilyMemberHistory.condition note
        Flag identifier category
        Goal identifier category target addresses note outcomeCode outcomeReference
        GraphDefinition contact useContext jurisdiction link
        GraphDefinition.link target
        GraphDefinition.link.target compartment link
        Group identifier characteristic member
        GuidanceResponse identifier reasonCode reasonReference note evaluationMessage dataRequirement
        HealthcareService identifier category type specialty location telecom coverageArea serviceProvisionCode eligibility program characteristic communication referralMethod availableTime notAvailable endpoint
        HealthcareService.availableTime daysOfWeek
        HumanName given prefix suffix
        ImagingStudy identifier modality basedOn interpreter endpoint procedureCode reasonCode reasonReference note series
        ImagingStudy.series endpoint specimen performer instance
        Immunization identifier performer note reasonCode reasonReference subpotentReason education programEligibility reaction protocolApplied
        Immunization.protocolApplied targetDisease
        ImmunizationEvaluation identifier doseStatusReason
        ImmunizationRecommendation identifier recommendation
        ImmunizationRecommendation.recommendation vaccineCode contraindicatedVaccineCode forecastReason dateCriterion supportingImmunization supportingPatientInformation
        ImplementationGuide contact useContext jurisdiction fhirVersion dependsOn global
        ImplementationGuide.definition grouping resource parameter template
        ImplementationGuide.definition.page page
        ImplementationGuide.definition.resource fhirVersion
        ImplementationGuide.manifest resource page image other
        ImplementationGuide.manifest.page anchor
        InsurancePlan identifier type alias coverageArea contact endpoint network coverage plan
        InsurancePlan.contact telecom
        InsurancePlan.coverage network benefit
        InsurancePlan.coverage.benefit limit
        InsurancePlan.plan identifier coverageArea network generalCost specificCost
        InsurancePlan.plan.specificCost benefit
        InsurancePlan.plan.specificCost.benefit cost
        InsurancePlan.plan.specificCost.benefit.cost qualifiers
        Invoice identifier participant lineItem totalPriceComponent note
        Invoice.lineItem priceComponent
        Library identifier contact useContext jurisdiction topic author editor reviewer endorser relatedArtifact parameter dataRequirement content
        Linkage item
        List identifier note entry
        Location identifier alias type telecom hoursOfOperation endpoint
        Location.hoursOfOperation daysOfWeek
        Measure identifier contact useContext jurisdiction topic author editor reviewer endorser relatedArtifact library type definition group supplementalData
        Measure.group population stratifier
        Measure.group.stratifier component
        Measure.supplementalData usage
        MeasureReport identifier group evaluatedResource
        MeasureReport.group population stratifier
        MeasureReport.group.stratifier code stratum
        MeasureReport.group.stratifier.stratum component population
        Media identifier basedOn partOf reasonCode note
        Medication identifier ingredient
        MedicationAdministration identifier instantiates partOf statusReason supportingInformation performer reasonCode reasonReference device note eventHistory
        MedicationDispense identifier partOf supportingInformation performer authorizingPrescription receiver note dosageInstruction detectedIssue eventHistory
        MedicationDispense.substitution reason responsibleParty
        MedicationKnowledge synonym relatedMedicationKnowledge associatedMedication productType monograph ingredient intendedRoute cost monitoringProgram administrationGuidelines medicineClassification drugCharacteristic contraindication regulatory kinetics
        MedicationKnowledge.administrationGuidelines dosage patientCharacteristics
        MedicationKnowledge.administrationGuidelines.dosage dosage
        MedicationKnowledge.administrationGuidelines.patientCharacteristics value
        MedicationKnowledge.kinetics areaUnderCurve lethalDose50
        MedicationKnowledge.medicineClassification classification
        MedicationKnowledge.regulatory substitution schedule
        MedicationKnowledge.relatedMedicationKnowledge reference
        MedicationRequest identifier category supportingInformation reasonCode reasonReference instantiatesCanonical instantiatesUri basedOn insurance note dosageInstruction detectedIssue eventHistory
        MedicationStatement identifier basedOn partOf statusReason derivedFrom reasonCode reasonReference note dosage
        MedicinalProduct identifier specialMeasures productClassification marketingStatus pharmaceuticalProduct packagedMedicinalProduct attachedDocument masterFile contact clinicalTrial name crossReference manufacturingBusinessOperation specialDesignation
        MedicinalProduct.manufacturingBusinessOperation manufacturer
        MedicinalProduct.name namePart countryLanguage
        MedicinalProduct.specialDesignation identifier
        MedicinalProductAuthorization identifier country jurisdiction jurisdictionalAuthorization
        MedicinalProductAuthorization.jurisdictionalAuthorization identifier jurisdiction
        MedicinalProductAuthorization.procedure application
        MedicinalProductContraindication subject comorbidity therapeuticIndication otherTherapy population
        MedicinalProductIndication subject comorbidity otherTherapy undesirableEffect population
        MedicinalProductIngredient manufacturer specifiedSubstance
        MedicinalProductIngredient.specifiedSubstance strength
        MedicinalProductIngredient.specifiedSubstance.strength country referenceStrength
        MedicinalProductIngredient.specifiedSubstance.strength.referenceStrength country
        MedicinalProductIngredient.substance strength
        MedicinalProductInteraction subject interactant
        MedicinalProductManufactured manufacturer ingredient otherCharacteristics
        MedicinalProductPackaged identifier subject marketingStatus manufacturer batchIdentifier packageItem
        MedicinalProductPackaged.packageItem identifier material alternateMaterial device manufacturedItem packageItem otherCharacteristics shelfLifeStorage manufacturer
        MedicinalProductPharmaceutical identifier ingredient device characteristics routeOfAdministration
        MedicinalProductPharmaceutical.routeOfAdministration targetSpecies
        MedicinalProductPharmaceutical.routeOfAdministration.targetSpecies withdrawalPeriod
        MedicinalProductUndesirableEffect subject population
        MessageDefinition identifier replaces contact useContext jurisdiction parent focus allowedResponse graph
        MessageHeader destination focus
        Meta profile security tag
        MolecularSequence identifier variant quality repository pointer structureVariant
        MolecularSequence.quality.roc score numTP numFP numFN precision sensitivity fMeasure
        NamingSystem contact useContext jurisdiction uniqueId
        NutritionOrder identifier instantiatesCanonical instantiatesUri instantiates allergyIntolerance foodPreferenceModifier excludeFoodModifier supplement note
        NutritionOrder.enteralFormula administration
        NutritionOrder.oralDiet type schedule nutrient texture fluidConsistencyType
        NutritionOrder.supplement schedule
        Observation identifier basedOn partOf category focus performer interpretation note referenceRange hasMember derivedFrom component
        Observation.component interpretation referenceRange
        Observation.referenceRange appliesTo
        ObservationDefinition category identifier permittedDataType qualifiedInterval
        ObservationDefinition.qualifiedInterval appliesTo
        OperationDefinition contact useContext jurisdiction resource parameter overload
        OperationDefinition.overload parameterName
        OperationDefinition.parameter targetProfile referencedFrom part
        OperationOutcome issue
        OperationOutcome.issue location expression
        Organization identifier type alias telecom address contact endpoint
        Organization.contact telecom
        OrganizationAffiliation identifier network code specialty location healthcareService telecom endpoint
        Parameters parameter
        Parameters.parameter part
        Patient identifier name telecom address photo contact communication generalPractitioner link
        Patient.contact relationship telecom
        PaymentNotice identifier
        PaymentReconciliation identifier detail processNote
        Person identifier name telecom address link
        PlanDefinition identifier contact useContext jurisdiction topic author editor reviewer endorser relatedArtifact library goal action
        PlanDefinition.action code reason documentation goalId trigger condition input output relatedAction participant dynamicValue action
        PlanDefinition.goal addresses documentation target
        Practitioner identifier name telecom address photo qualification communication
        Practitioner.qualification identifier
        PractitionerRole identifier code specialty location healthcareService telecom availableTime notAvailable endpoint
        PractitionerRole.availableTime daysOfWeek
        Procedure identifier instantiatesCanonical instantiatesUri basedOn partOf performer reasonCode reasonReference bodySite report complication complicationDetail followUp note focalDevice usedReference usedCode
        ProdCharacteristic color imprint image
        ProductShelfLife specialPrecautionsForStorage
        Provenance target policy reason agent entity signature
        Provenance.agent role
        Provenance.entity agent
        Questionnaire identifier derivedFrom subjectType contact useContext jurisdiction code item
        Questionnaire.item code enableWhen answerOption initial item
        QuestionnaireResponse basedOn partOf item
        QuestionnaireResponse.item answer item
        QuestionnaireResponse.item.answer item
        RelatedPerson identifier relationship name telecom address photo communication
        RequestGroup identifier instantiatesCanonical instantiatesUri basedOn replaces reasonCode reasonReference note action
        RequestGroup.action code documentation condition relatedAction participant action
        ResearchDefinition identifier contact comment useContext jurisdiction topic author editor reviewer endorser relatedArtifact library
        ResearchElementDefinition identifier contact comment useContext jurisdiction topic author editor reviewer endorser relatedArtifact library characteristic
        ResearchElementDefinition.characteristic usageContext
        ResearchStudy identifier protocol partOf category focus condition contact relatedArtifact keyword location enrollment site note arm objective
        ResearchSubject identifier
        RiskAssessment identifier reasonCode reasonReference basis prediction note
        RiskEvidenceSynthesis identifier contact note useContext jurisdiction topic author editor reviewer endorser relatedArtifact certainty
        RiskEvidenceSynthesis.certainty rating note certaintySubcomponent
        RiskEvidenceSynthesis.certainty.certaintySubcomponent rating note
        RiskEvidenceSynthesis.riskEstimate precisionEstimate
        Schedule identifier serviceCategory serviceType specialty actor
        SearchParameter contact useContext jurisdiction base target comparator modifier chain component
        ServiceRequest identifier instantiatesCanonical instantiatesUri basedOn replaces category orderDetail performer locationCode locationReference reasonCode reasonReference insurance supportingInfo specimen bodySite note relevantHistory
        Signature type
        Slot identifier serviceCategory serviceType specialty
        Specimen identifier parent request processing container condition note
        Specimen.container identifier
        Specimen.processing additive
        SpecimenDefinition patientPreparation collection typeTested
        SpecimenDefinition.typeTested rejectionCriterion handling
        SpecimenDefinition.typeTested.container additive
        StructureDefinition identifier contact useContext jurisdiction keyword mapping context contextInvariant
        StructureDefinition.differential element
        StructureDefinition.snapshot element
        StructureMap identifier contact useContext jurisdiction structure import group
        StructureMap.group input rule
        StructureMap.group.rule source target rule dependent
        StructureMap.group.rule.dependent variable
        StructureMap.group.rule.target listMode parameter
        Subscription contact
        Subscription.channel header
        Substance identifier category instance ingredient
        SubstanceNucleicAcid subunit
        SubstanceNucleicAcid.subunit linkage sugar
        SubstancePolymer copolymerConnectivity modification monomerSet repeat
        SubstancePolymer.monomerSet startingMaterial
        SubstancePolymer.repeat repeatUnit
        SubstancePolymer.repeat.repeatUnit degreeOfPolymerisation structuralRepresentation
        SubstanceProtein disulfideLinkage subunit
        SubstanceReferenceInformation gene geneElement classification target
        SubstanceReferenceInformation.classification subtype source
        SubstanceReferenceInformation.gene source
        SubstanceReferenceInformation.geneElement source
        SubstanceReferenceInformation.target source
        SubstanceSourceMaterial parentSubstanceId parentSubstanceName countryOfOrigin geographicalLocation fractionDescription partDescription
        SubstanceSourceMaterial.organism author
        SubstanceSpecification source moiety property code name molecularWeight relationship
        SubstanceSpecification.code source
        SubstanceSpecification.name language domain jurisdiction synonym translation official source
        SubstanceSpecification.relationship source
        SubstanceSpecification.structure isotope source representation
        SupplyDelivery identifier basedOn partOf receiver
        SupplyRequest identifier parameter supplier reasonCode reasonReference
        Task identifier basedOn partOf performerType insurance note relevantHistory input output
        Task.restriction recipient
        TerminologyCapabilities contact useContext jurisdiction codeSystem
        TerminologyCapabilities.codeSystem version
        TerminologyCapabilities.codeSystem.version language filter property
        TerminologyCapabilities.codeSystem.version.filter op
        TerminologyCapabilities.expansion parameter
        TestReport participant test
        TestReport.setup action
        TestReport.teardown action
        TestReport.test action
        TestScript contact useContext jurisdiction origin destination fixture profile variable test
        TestScript.metadata link capability
        TestScript.metadata.capability origin link
        TestScript.setup action
        TestScript.setup.action.operation requestHeader
        TestScript.teardown action
        TestScript.test action
        Timing event
        Timing.repeat dayOfWeek timeOfDay when
        TriggerDefinition data
        ValueSet identifier contact useContext jurisdiction
        ValueSet.compose include exclude
        ValueSet.compose.include concept filter valueSet
        ValueSet.compose.include.concept designation
        ValueSet.expansion parameter contains
        ValueSet.expansion.contains designation contains
        VerificationResult target targetLocation validationProcess primarySource validator
        VerificationResult.primarySource type communicationMethod pushTypeAvailable
        VisionPrescription identifier lensSpecification
        VisionPrescription.lensSpecification prism note
        """
}
