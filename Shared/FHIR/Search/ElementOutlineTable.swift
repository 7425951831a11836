// Made by deploy/dev/fhir/make-outlines; how to read it is said there.

enum ElementOutlineTable {
    static let r4: StaticString = """
        Account +implicitRules +identifier *status +type +name +subject +servicePeriod +coverage +owner +description
        ActivityDefinition +implicitRules +url +identifier +version +name +title *status +experimental -subject[ +date +publisher +contact +description +useContext +jurisdiction +effectivePeriod +kind +code +doNotPerform -timing[ -product[
        AdverseEvent +implicitRules +identifier *actuality +category +event *subject +encounter +date +detected +recordedDate +resultingCondition +location +seriousness +severity +outcome +recorder +contributor +suspectEntity +subjectMedicalHistory +referenceDocument +study
        AllergyIntolerance +implicitRules +identifier +clinicalStatus +verificationStatus +type +category +criticality +code *patient -onset[ +asserter
        Appointment +implicitRules +identifier *status +cancelationReason +serviceCategory +serviceType +specialty +appointmentType +reasonCode +start +end !participant
        AppointmentResponse +implicitRules +identifier *appointment +participantType +actor *participantStatus
        AuditEvent +implicitRules *type +subtype +action *recorded +outcome +outcomeDesc +purposeOfEvent !agent !source
        Basic +implicitRules +identifier *code +subject +created +author
        Binary +implicitRules *contentType +securityContext
        BiologicallyDerivedProduct +implicitRules +identifier
        BodyStructure +implicitRules +identifier +active +morphology +location +description *patient
        Bundle +implicitRules +identifier *type +timestamp +total +link +entry +signature
        CapabilityStatement +implicitRules +url +version +name +title *status +experimental *date +publisher +contact +useContext +jurisdiction *kind +instantiates +imports +software +implementation *fhirVersion *format +patchFormat +implementationGuide +rest +messaging +document
        CarePlan +implicitRules +identifier +instantiatesCanonical +instantiatesUri +basedOn +replaces +partOf *status *intent +category +title +description *subject +encounter +period +created +author +addresses
        CareTeam +implicitRules +identifier +status +category +name +subject +encounter +period +managingOrganization
        CatalogEntry +implicitRules +identifier *orderable *referencedItem
        ChargeItem +implicitRules +identifier *status *code *subject +context +occurrence[ +quantity +bodysite +enterer +enteredDate -product[ +account
        ChargeItemDefinition +implicitRules *url +identifier +version +title +derivedFromUri +partOf +replaces *status +experimental +date +publisher +contact +description +useContext +jurisdiction +effectivePeriod +code
        Claim +implicitRules *status *type *use *patient +billablePeriod *created +insurer *provider *priority *insurance
        ClaimResponse +implicitRules *status *type *use *patient *created *insurer +request *outcome +total
        ClinicalImpression +implicitRules +identifier *status +code +description *subject +encounter +effective[ +date +assessor +problem
        CodeSystem +implicitRules +url +identifier +version +name +title *status +experimental +date +publisher +contact +useContext +jurisdiction +caseSensitive +valueSet +hierarchyMeaning +compositional +versionNeeded *content +supplements +count +filter +property
        Communication +implicitRules +identifier +instantiatesCanonical +instantiatesUri +basedOn +partOf *status +statusReason +priority +subject +encounter +reasonCode +reasonReference
        CommunicationRequest +implicitRules +identifier +basedOn +replaces +groupIdentifier *status +priority +doNotPerform +encounter +occurrence[ +authoredOn +requester +sender +reasonCode +reasonReference
        CompartmentDefinition +implicitRules *url +version *name *status +experimental +date +publisher +contact +useContext *code *search +resource
        Composition +implicitRules +identifier *status *type +category +subject +encounter *date *author *title +confidentiality +custodian +event
        ConceptMap +implicitRules +url +identifier +version +name +title *status +experimental +date +publisher +contact +useContext +jurisdiction +source[ +target[
        Condition +implicitRules +identifier +clinicalStatus +verificationStatus +code +bodySite *subject +encounter +onset[ -abatement[ +recordedDate +recorder +asserter
        Consent +implicitRules +identifier *status *scope *category +patient +dateTime +performer +organization +source[ +policyRule +verification +provision
        Contract +implicitRules +identifier +version +status +issued +applies +subject +name +title -topic[ +type +subType -legallyBinding[
        Coverage +implicitRules +identifier *status +type +policyHolder +subscriber +subscriberId *beneficiary +dependent +period *payor +order +network
        CoverageEligibilityRequest +implicitRules *status *purpose *patient -serviced[ *created *insurer
        CoverageEligibilityResponse +implicitRules *status *purpose *patient -serviced[ *created *request *outcome *insurer
        DetectedIssue +implicitRules +identifier *status +code +severity +patient +identified[ +author +implicated
        Device +implicitRules +udiCarrier +status +safety
        DeviceDefinition +implicitRules -manufacturer[ +safety +parentDevice
        DeviceMetric +implicitRules +identifier *type +unit +source +parent +operationalStatus +color *category +measurementPeriod +calibration
        DeviceRequest +implicitRules +identifier +instantiatesCanonical +instantiatesUri +basedOn +priorRequest +groupIdentifier +status *intent +priority *code[ *subject +encounter +occurrence[ +authoredOn +requester +performerType +performer +reasonCode +reasonReference
        DeviceUseStatement +implicitRules +identifier +basedOn *status *subject +derivedFrom +timing[ +recordedOn +source *device +reasonCode +reasonReference +bodySite
        DiagnosticReport +implicitRules +identifier *status +category *code +subject +encounter +effective[ +issued +performer +resultsInterpreter +media
        DocumentManifest +implicitRules +masterIdentifier +identifier *status +type +subject +author +description *content
        DocumentReference +implicitRules +masterIdentifier +identifier *status +docStatus +type +category +subject +date +author +relatesTo +description +securityLabel *content +context
        EffectEvidenceSynthesis +implicitRules +url +identifier +version +name +title *status +date +publisher +contact +description +useContext +jurisdiction +effectivePeriod *population *exposure *exposureAlternative *outcome +effectEstimate
        Encounter +implicitRules +identifier *status *class +type +serviceType +subject +episodeOfCare +participant +appointment +reasonCode +reasonReference +diagnosis
        Endpoint +implicitRules +identifier *status *connectionType +name +managingOrganization +period *payloadType +payloadMimeType *address
        EnrollmentRequest +implicitRules +status
        EnrollmentResponse +implicitRules +status
        EpisodeOfCare +implicitRules *status +type +diagnosis *patient +managingOrganization +period
        EventDefinition +implicitRules +url +identifier +version +name +title *status +experimental -subject[ +date +publisher +contact +useContext +jurisdiction +approvalDate +lastReviewDate +effectivePeriod *trigger
        Evidence +implicitRules +url +identifier +version +name +title *status +date +publisher +contact +description +useContext +jurisdiction +effectivePeriod *exposureBackground +exposureVariant +outcome
        EvidenceVariable +implicitRules +url +identifier +version +name +title +shortTitle *status +date +publisher +contact +description +useContext +jurisdiction +effectivePeriod +type *characteristic
        ExampleScenario +implicitRules +url +identifier +version +name *status +experimental +date +publisher +contact +useContext +jurisdiction
        ExplanationOfBenefit +implicitRules *status *type *use *patient +billablePeriod *created *insurer *provider *outcome *insurance +total
        FamilyMemberHistory +implicitRules +identifier +instantiatesCanonical +instantiatesUri *status +dataAbsentReason *patient +date +name *relationship +sex -born[ +age[ +estimatedAge +deceased[ +reasonCode +reasonReference
        Flag +implicitRules +identifier *status +category *code *subject +period +encounter +author
        Goal +implicitRules *lifecycleStatus +achievementStatus +category +priority *description *subject +start[ +statusDate +expressedBy
        GraphDefinition +implicitRules +url +version *name *status +experimental +date +publisher +contact +useContext +jurisdiction *start
        Group +implicitRules +identifier +active *type *actual +code +name +quantity +managingEntity
        GuidanceResponse +implicitRules +requestIdentifier +identifier *module[ *status
        HealthcareService +implicitRules +identifier +active +providedBy +category +type +specialty +location +name +comment +photo
        ImagingStudy +implicitRules +identifier *status +modality *subject +encounter +started +basedOn +referrer +interpreter +endpoint +numberOfSeries +numberOfInstances +procedureReference +procedureCode +location +reasonCode +reasonReference +note +description +series
        Immunization +implicitRules *status *vaccineCode *patient *occurrence[ +primarySource +performer +note +isSubpotent
        ImmunizationEvaluation +implicitRules *status *patient *targetDisease *immunizationEvent *doseStatus -doseNumber[ -seriesDoses[
        ImmunizationRecommendation +implicitRules +identifier *patient *date *recommendation
        ImplementationGuide +implicitRules *url +version *name +title *status +experimental +date +publisher +contact +useContext +jurisdiction *packageId +license *fhirVersion +dependsOn +global
        InsurancePlan +implicitRules +identifier +status +type +name +ownedBy +administeredBy +coverageArea
        Invoice +implicitRules +identifier *status +type +subject +recipient +date +totalNet +totalGross
        Library +implicitRules +url +identifier +version +name +title *status +experimental *type -subject[ +date +publisher +contact +description +useContext +jurisdiction +effectivePeriod +content
        Linkage +implicitRules +active +author *item
        List +implicitRules *status *mode +title +code +subject +date +source
        Location +implicitRules +identifier +status +operationalStatus +name +description +mode +type +physicalType +managingOrganization
        Measure +implicitRules +url +identifier +version +name +title *status +experimental -subject[ +date +publisher +contact +description +useContext +jurisdiction +effectivePeriod +disclaimer +scoring +compositeScoring +type +riskAdjustment +rateAggregation +rationale +clinicalRecommendationStatement +improvementNotation +definition +guidance
        MeasureReport +implicitRules +identifier *status *type *measure +subject +date +reporter *period +improvementNotation
        Media +implicitRules +identifier +basedOn +partOf *status +type +modality +view +subject +encounter +created[ +issued +operator +reasonCode +bodySite +deviceName +device +height +width +frames +duration *content
        Medication +implicitRules +identifier +code +status +manufacturer +amount
        MedicationAdministration +implicitRules +instantiates +partOf *status *medication[ *subject *effective[ +performer
        MedicationDispense +implicitRules *status -statusReason[ *medication[ +subject +whenPrepared
        MedicationKnowledge +implicitRules +code +status +manufacturer +amount +synonym
        MedicationRequest +implicitRules *status *intent +priority +doNotPerform +reported[ *medication[ *subject +authoredOn +requester +performerType +instantiatesCanonical +instantiatesUri +basedOn +groupIdentifier
        MedicationStatement +implicitRules +identifier +basedOn +partOf *status +category *medication[ *subject +context +effective[ +dateAsserted
        MedicinalProduct +implicitRules +identifier +type +domain +combinedPharmaceuticalDoseForm +legalStatusOfSupply +additionalMonitoringIndicator +specialMeasures +paediatricUseIndicator +productClassification +marketingStatus +pharmaceuticalProduct +packagedMedicinalProduct +attachedDocument +masterFile +contact +clinicalTrial *name +crossReference +manufacturingBusinessOperation +specialDesignation
        MedicinalProductAuthorization +implicitRules +identifier +subject +country +jurisdiction +status +statusDate +restoreDate +validityPeriod +dataExclusivityPeriod +dateOfFirstAuthorization +internationalBirthDate +legalBasis +jurisdictionalAuthorization +holder +regulator +procedure
        MedicinalProductContraindication +implicitRules +subject +disease +diseaseStatus +comorbidity +therapeuticIndication +otherTherapy +population
        MedicinalProductIndication +implicitRules +subject +diseaseSymptomProcedure +diseaseStatus +comorbidity +intendedEffect +duration +otherTherapy +undesirableEffect +population
        MedicinalProductIngredient +implicitRules +identifier *role +allergenicIndicator +manufacturer +specifiedSubstance +substance
        MedicinalProductInteraction +implicitRules +subject +description +interactant +type +effect +incidence +management
        MedicinalProductManufactured +implicitRules *manufacturedDoseForm +unitOfPresentation *quantity +manufacturer +ingredient +physicalCharacteristics +otherCharacteristics
        MedicinalProductPackaged +implicitRules +identifier +subject +description +legalStatusOfSupply +marketingStatus +marketingAuthorization +manufacturer +batchIdentifier *packageItem
        MedicinalProductPharmaceutical +implicitRules +identifier *administrableDoseForm +unitOfPresentation +ingredient +device +characteristics *routeOfAdministration
        MedicinalProductUndesirableEffect +implicitRules +subject +symptomConditionEffect +classification +frequencyOfOccurrence +population
        MessageDefinition +implicitRules +url +identifier +version +name +title +replaces *status +experimental *date +publisher +contact +description +useContext +jurisdiction +purpose +base +parent *event[ +category +focus
        MessageHeader +implicitRules *event[ +destination +sender +enterer +author *source +responsible +reason +response +focus +definition
        MolecularSequence +implicitRules +identifier +type *coordinateSystem +patient +specimen +device +performer +quantity +referenceSeq +variant +observedSeq +quality +readCoverage +repository +pointer +structureVariant
        NamingSystem +implicitRules *name *status *kind *date +publisher +contact +useContext +jurisdiction *uniqueId
        NutritionOrder +implicitRules +instantiatesCanonical +instantiatesUri *status *intent *patient *dateTime +orderer
        Observation +implicitRules +identifier +basedOn +partOf *status *code +subject +focus +encounter +effective[ +issued +performer +value[ +hasMember +derivedFrom +component
        ObservationDefinition +implicitRules +category *code +identifier
        OperationDefinition +implicitRules +url +version *name +title *status *kind +experimental +date +publisher +contact +useContext +jurisdiction +affectsState *code +base +resource *system *type *instance
        OperationOutcome +implicitRules *issue
        Organization +implicitRules +identifier +active +type +name +partOf
        OrganizationAffiliation +implicitRules +identifier +active +period +organization +participatingOrganization +network +code +specialty +location +telecom
        Parameters +implicitRules +parameter
        Patient +implicitRules +identifier +active +name +telecom +gender +birthDate +deceased[ +address -multipleBirth[ +managingOrganization +link
        PaymentNotice +implicitRules *status *created *payment *recipient *amount
        PaymentReconciliation +implicitRules *status +period *created +paymentIssuer *paymentDate *paymentAmount
        Person +implicitRules +name +telecom +gender +birthDate +managingOrganization +active
        PlanDefinition +implicitRules +url +identifier +version +name +title +type *status +experimental -subject[ +date +publisher +contact +description +useContext +jurisdiction +effectivePeriod
        Practitioner +implicitRules +identifier +active +name +telecom +address +gender +birthDate
        PractitionerRole +implicitRules +identifier +active +period +practitioner +organization +code +specialty +location +telecom
        Procedure +implicitRules +identifier +instantiatesCanonical +instantiatesUri +basedOn +partOf *status +statusReason +category +code *subject +encounter +performed[ +recorder +asserter +performer +location +reasonCode +reasonReference +bodySite +outcome
        Provenance +implicitRules *target -occurred[ *recorded !agent
        Questionnaire +implicitRules +url +identifier +version +name +title *status +experimental +subjectType +date +publisher +contact +useContext +jurisdiction +effectivePeriod +code
        QuestionnaireResponse +implicitRules +identifier +basedOn +partOf +questionnaire *status +subject +encounter +authored +author +source
        RelatedPerson +implicitRules +identifier +active *patient +relationship +name +telecom +gender +birthDate +address
        RequestGroup +implicitRules +identifier +instantiatesCanonical +instantiatesUri +groupIdentifier *status *intent +priority +code
        ResearchDefinition +implicitRules +url +identifier +version +name +title *status +experimental -subject[ +date +publisher +contact +description +useContext +jurisdiction +effectivePeriod *population +exposure +exposureAlternative +outcome
        ResearchElementDefinition +implicitRules +url +identifier +version +name +title +shortTitle *status +experimental -subject[ +date +publisher +contact +description +useContext +jurisdiction +effectivePeriod *type *characteristic
        ResearchStudy +implicitRules +identifier +title +protocol +partOf *status +primaryPurposeType +phase +category +focus +condition +contact +keyword +location +enrollment +period +sponsor +principalInvestigator +site +reasonStopped
        ResearchSubject +implicitRules +identifier *status +period *study *individual
        RiskAssessment +implicitRules +identifier *status +method +code *subject +encounter +occurrence[ +condition +performer
        RiskEvidenceSynthesis +implicitRules +url +identifier +version +name +title *status +date +publisher +contact +description +useContext +jurisdiction +effectivePeriod *population +exposure *outcome +riskEstimate
        Schedule +implicitRules +identifier +active +serviceCategory +serviceType +specialty *actor +planningHorizon
        SearchParameter +implicitRules *url +version *name *status +experimental +date +publisher +contact *description +useContext +jurisdiction *code *base *type
        ServiceRequest +implicitRules +identifier +instantiatesCanonical +instantiatesUri +basedOn +replaces +requisition *status *intent +category +priority +doNotPerform +code +orderDetail +quantity[ *subject +encounter +occurrence[ +asNeeded[ +authoredOn +requester +performerType +performer +locationCode +locationReference +reasonCode +reasonReference +specimen +bodySite +patientInstruction
        Slot +implicitRules +identifier +serviceCategory +serviceType +specialty +appointmentType *schedule *status *start *end
        Specimen +implicitRules +identifier +accessionIdentifier +status +type +subject +receivedTime +condition
        SpecimenDefinition +implicitRules +identifier +typeCollected +patientPreparation +timeAspect +collection
        StructureDefinition +implicitRules *url +identifier +version *name +title *status +experimental +date +publisher +contact +useContext +jurisdiction +keyword +fhirVersion *kind *abstract +context +contextInvariant *type +baseDefinition +derivation
        StructureMap +implicitRules *url +identifier +version *name +title *status +experimental +date +publisher +contact +useContext +jurisdiction +structure +import *group
        Subscription +implicitRules *status +contact +end *reason *criteria +error *channel
        Substance +implicitRules +identifier +status +category *code +description +instance +ingredient
        SubstanceNucleicAcid +implicitRules +sequenceType +numberOfSubunits +areaOfHybridisation +oligoNucleotideType +subunit
        SubstancePolymer +implicitRules +class +geometry +copolymerConnectivity +modification +monomerSet +repeat
        SubstanceProtein +implicitRules +sequenceType +numberOfSubunits +disulfideLinkage +subunit
        SubstanceReferenceInformation +implicitRules +comment +gene +geneElement +classification +target
        SubstanceSourceMaterial +implicitRules +sourceMaterialClass +sourceMaterialType +sourceMaterialState +organismId +organismName +parentSubstanceId +parentSubstanceName +countryOfOrigin +geographicalLocation +developmentStage +fractionDescription +organism +partDescription
        SubstanceSpecification +implicitRules +identifier +type +status +domain +description +source +comment +moiety +property +referenceInformation +structure +code +name +molecularWeight +relationship +nucleicAcid +polymer +protein +sourceMaterial
        SupplyDelivery +implicitRules +basedOn +partOf +status +occurrence[
        SupplyRequest +implicitRules +identifier +status +category +priority *item[ *quantity +occurrence[ +authoredOn +requester +supplier
        Task +implicitRules +instantiatesCanonical +instantiatesUri +basedOn +groupIdentifier +partOf *status +statusReason +businessStatus *intent +code +description +focus +for +encounter +executionPeriod +lastModified +requester +owner +location
        TerminologyCapabilities +implicitRules +url +version +name +title *status +experimental *date +publisher +contact +useContext +jurisdiction +copyright *kind +software +implementation +lockedDate
        TestReport +implicitRules +identifier +name *status *testScript *result +score +tester +issued
        TestScript +implicitRules *url +identifier +version *name +title *status +experimental +date +publisher +contact +useContext +jurisdiction
        ValueSet +implicitRules +url +identifier +version +name +title *status +experimental +date +publisher +contact +useContext +jurisdiction +immutable
        VerificationResult +implicitRules +target +targetLocation +need *status +statusDate +validationType +validationProcess +failureAction
        VisionPrescription +implicitRules *status *created *patient *dateWritten *prescriber *lensSpecification
        """
    static let stu3: StaticString = """
        Account +implicitRules +identifier +status +type +name +subject +period +active +coverage +owner +description
        ActivityDefinition +implicitRules +url +identifier +version +name +title *status +experimental +date +publisher +description +effectivePeriod +useContext +jurisdiction +contact -timing[ -product[
        AdverseEvent +implicitRules +identifier +category +type +subject +date +reaction +location +seriousness +outcome +recorder +eventParticipant +description +suspectEntity +subjectMedicalHistory +referenceDocument +study
        AllergyIntolerance +implicitRules +identifier +clinicalStatus *verificationStatus +type +category +criticality +code *patient -onset[ +asserter
        Appointment +implicitRules +identifier *status +serviceCategory +serviceType +specialty +appointmentType +reason +start +end !participant
        AppointmentResponse +implicitRules +identifier *appointment +participantType +actor *participantStatus
        AuditEvent +implicitRules *type +subtype +action *recorded +outcome +outcomeDesc +purposeOfEvent !agent !source
        Basic +implicitRules +identifier *code +subject +created +author
        Binary +implicitRules *contentType +securityContext !content
        BodySite +implicitRules +identifier +active +code +description *patient
        Bundle +implicitRules +identifier *type +total +link +entry +signature
        CapabilityStatement +implicitRules +url +version +name +title *status +experimental *date +publisher +contact +useContext +jurisdiction *kind +instantiates +software +implementation *fhirVersion *acceptUnknown *format +patchFormat +implementationGuide +profile +rest +messaging +document
        CarePlan +implicitRules +identifier +definition +basedOn +replaces +partOf *status *intent +category +title +description *subject +context +period +author +addresses
        CareTeam +implicitRules +identifier +status +category +name +subject +context +period +managingOrganization
        ChargeItem +implicitRules +identifier *status *code *subject +context +occurrence[ +quantity +bodysite +enterer +enteredDate +account
        Claim +implicitRules +status
        ClaimResponse +implicitRules +status
        ClinicalImpression +implicitRules +identifier *status +code +description *subject +context +effective[ +date +assessor +problem
        CodeSystem +implicitRules +url +identifier +version +name +title *status +experimental +date +publisher +contact +useContext +jurisdiction +caseSensitive +valueSet +hierarchyMeaning +compositional +versionNeeded *content +count +filter +property
        Communication +implicitRules +identifier +definition +basedOn +partOf *status +notDone +notDoneReason +subject +context +reasonCode +reasonReference
        CommunicationRequest +implicitRules +identifier +basedOn +replaces +groupIdentifier *status +priority +context +occurrence[ +authoredOn +requester +reasonCode +reasonReference
        CompartmentDefinition +implicitRules *url *name +title *status +experimental +date +publisher +contact +useContext +jurisdiction *code *search +resource
        Composition +implicitRules +identifier *status *type +class *subject +encounter *date *author *title +confidentiality +attester +custodian +relatesTo +event
        ConceptMap +implicitRules +url +identifier +version +name +title *status +experimental +date +publisher +contact +useContext +jurisdiction +source[ +target[
        Condition +implicitRules +identifier +clinicalStatus +verificationStatus +code +bodySite *subject +context +onset[ -abatement[ +assertedDate +asserter
        Consent +implicitRules +identifier *status +category *patient +period +dateTime +consentingParty +actor +action +organization +source[ +policyRule +securityLabel +purpose +dataPeriod +data +except
        Contract +implicitRules +identifier +status +issued +applies +subject +topic +type +subType +securityLabel -binding[
        Coverage +implicitRules +identifier +status +type +policyHolder +subscriber +subscriberId +beneficiary +period +payor +dependent +sequence +order +network
        DataElement +implicitRules +url +identifier +version *status +experimental +date +publisher +name +title +contact +useContext +jurisdiction +stringency *element
        DetectedIssue +implicitRules +identifier *status +category +severity +patient +date +author +implicated
        Device +implicitRules +udi +status +safety
        DeviceComponent +implicitRules *identifier *type +lastSystemChange +source +parent +operationalStatus +parameterGroup +measurementPrinciple +productionSpecification +languageCode
        DeviceMetric +implicitRules *identifier *type +unit +source +parent +operationalStatus +color *category +measurementPeriod +calibration
        DeviceRequest +implicitRules +identifier +definition +basedOn +priorRequest +groupIdentifier +status *intent +priority *code[ *subject +context +occurrence[ +authoredOn +requester +performerType +performer +reasonCode +reasonReference
        DeviceUseStatement +implicitRules *status !subject -timing[ !device
        DiagnosticReport +implicitRules +identifier *status +category *code +subject +context +effective[ +issued +performer +image
        DocumentManifest +implicitRules +masterIdentifier +identifier *status +type +subject +created +author +recipient +source +description *content +related
        DocumentReference +implicitRules +masterIdentifier +identifier *status +docStatus *type +class +subject +created *indexed +author +authenticator +custodian +relatesTo +description +securityLabel *content +context
        EligibilityRequest +implicitRules +status -serviced[
        EligibilityResponse +implicitRules +status
        Encounter +implicitRules +identifier *status +class +type +subject +episodeOfCare +participant +appointment +reason +diagnosis
        Endpoint +implicitRules +identifier *status *connectionType +name +managingOrganization +period *payloadType +payloadMimeType *address
        EnrollmentRequest +implicitRules +status
        EnrollmentResponse +implicitRules +status
        EpisodeOfCare +implicitRules *status +type +diagnosis *patient +managingOrganization +period
        ExpansionProfile +implicitRules +url +identifier +version +name *status +experimental +date +publisher +contact +useContext +jurisdiction +fixedVersion +excludedSystem +includeDesignations +designation +includeDefinition +activeOnly +excludeNested +excludeNotForUI +excludePostCoordinated +displayLanguage +limitedExpansion
        ExplanationOfBenefit +implicitRules +status
        FamilyMemberHistory +implicitRules +identifier +definition *status +notDone +notDoneReason *patient +date +name *relationship +gender -born[ +age[ +estimatedAge +deceased[ +reasonCode +reasonReference
        Flag +implicitRules +identifier *status +category *code *subject +period +encounter +author
        Goal +implicitRules *status +category +priority *description +subject +start[ +statusDate +expressedBy
        GraphDefinition +implicitRules +url +version *name *status +experimental +date +publisher +contact +useContext +jurisdiction !start
        Group +implicitRules +identifier +active *type *actual +code +name +quantity
        GuidanceResponse +implicitRules +requestId +identifier *module *status -reason[
        HealthcareService +implicitRules +identifier +active +providedBy +category +type +specialty +location +name +comment +photo
        ImagingManifest +implicitRules +identifier *patient +authoringTime +author +description *study
        ImagingStudy +implicitRules *uid +accession +identifier +availability +modalityList *patient +context +started +basedOn +referrer +interpreter +endpoint +numberOfSeries +numberOfInstances +procedureReference +procedureCode +reason +description +series
        Immunization +implicitRules *status *notGiven !vaccineCode !patient !primarySource +practitioner +note
        ImmunizationRecommendation +implicitRules +identifier *patient *recommendation
        ImplementationGuide +implicitRules *url +version *name *status +experimental +date +publisher +contact +useContext +jurisdiction +fhirVersion +dependency +package +global +page
        Library +implicitRules +url +identifier +version +name +title *status +experimental *type +date +publisher +description +effectivePeriod +useContext +jurisdiction +contact
        Linkage +implicitRules +active +author *item
        List +implicitRules *status *mode +title +code +subject +date +source
        Location +implicitRules +identifier +status +operationalStatus +name +description +mode +type +physicalType +managingOrganization
        Measure +implicitRules +url +identifier +version +name +title *status +experimental +date +publisher +description +effectivePeriod +useContext +jurisdiction +contact +disclaimer +scoring +compositeScoring +type +riskAdjustment +rateAggregation +rationale +clinicalRecommendationStatement +improvementNotation +definition +guidance +set
        MeasureReport +implicitRules +identifier *status *type *measure +patient +date +reportingOrganization *period
        Media +implicitRules +identifier +basedOn *type +subtype +view +subject +context +occurrence[ +operator +reasonCode +bodySite +device +height +width +frames +duration !content
        Medication +implicitRules +code +status +isBrand +isOverTheCounter +manufacturer
        MedicationAdministration +implicitRules +definition +partOf *status *medication[ *subject *effective[ +performer +notGiven
        MedicationDispense +implicitRules +status *medication[ +subject +whenPrepared -notDoneReason[
        MedicationRequest +implicitRules +definition +basedOn +groupIdentifier +status *intent +priority *medication[ *subject +authoredOn +requester
        MedicationStatement +implicitRules +identifier +basedOn +partOf +context *status +category *medication[ +effective[ +dateAsserted *subject *taken
        MessageDefinition +implicitRules +url +identifier +version +name +title *status +experimental *date +publisher +contact +description +useContext +jurisdiction +purpose +base +parent +replaces *event +category +focus
        MessageHeader +implicitRules *event +destination +receiver +sender *timestamp +enterer +author *source +responsible +reason +response +focus
        NamingSystem +implicitRules *name *status !kind *date +publisher +contact +useContext +jurisdiction !uniqueId
        NutritionOrder +implicitRules +status *patient *dateTime +orderer
        Observation +implicitRules +identifier +basedOn *status *code +subject +effective[ +issued +performer +value[ +related +component
        OperationDefinition +implicitRules +url +version *name *status !kind +experimental +date +publisher +contact +useContext +jurisdiction +idempotent *code +base +resource *system *type *instance
        OperationOutcome +implicitRules *issue
        Organization +implicitRules +identifier +active +type +name +partOf
        Parameters +implicitRules +parameter
        Patient +implicitRules +identifier +active +name +telecom +gender +birthDate +deceased[ +address -multipleBirth[ +animal +managingOrganization +link
        PaymentNotice +implicitRules +status
        PaymentReconciliation +implicitRules +status
        Person +implicitRules +name +telecom +gender +birthDate +managingOrganization +active
        PlanDefinition +implicitRules +url +identifier +version +name +title +type *status +experimental +date +publisher +description +effectivePeriod +useContext +jurisdiction +contact
        Practitioner +implicitRules +identifier +active +name +telecom +address +gender +birthDate
        PractitionerRole +implicitRules +identifier +active +period +practitioner +organization +code +specialty +location +telecom
        Procedure +implicitRules +identifier +definition +basedOn +partOf *status +notDone +notDoneReason +category +code *subject +context +performed[ +performer +location +reasonCode +reasonReference +bodySite +outcome
        ProcedureRequest +implicitRules +identifier +definition +basedOn +replaces +requisition *status *intent +priority +doNotPerform +category *code *subject +context +occurrence[ +asNeeded[ +authoredOn +requester +performerType +performer +reasonCode +reasonReference +specimen +bodySite
        ProcessRequest +implicitRules +status
        ProcessResponse +implicitRules +status
        Provenance +implicitRules *target *recorded !agent
        Questionnaire +implicitRules +url +identifier +version +name +title *status +experimental +date +publisher +effectivePeriod +useContext +jurisdiction +contact +code +subjectType
        QuestionnaireResponse +implicitRules +identifier +basedOn +parent +questionnaire *status +subject +context +authored +author +source
        ReferralRequest +implicitRules +identifier +definition +basedOn +replaces +groupIdentifier *status *intent +type +priority +serviceRequested *subject +context +occurrence[ +authoredOn +requester +recipient +reasonCode +reasonReference
        RelatedPerson +implicitRules +identifier +active *patient +relationship +name +telecom +gender +birthDate +address
        RequestGroup +implicitRules +identifier +groupIdentifier *status *intent +priority -reason[
        ResearchStudy +implicitRules +identifier +title +protocol +partOf *status +category +focus +contact +keyword +jurisdiction +enrollment +period +sponsor +principalInvestigator +site +reasonStopped
        ResearchSubject +implicitRules +identifier *status +period *study *individual
        RiskAssessment +implicitRules +identifier !status +method +code +subject +context +occurrence[ +condition +performer -reason[
        Schedule +implicitRules +identifier +active +serviceCategory +serviceType +specialty *actor +planningHorizon
        SearchParameter +implicitRules *url +version *name *status +experimental +date +publisher +contact +useContext +jurisdiction *code *base *type *description
        Sequence +implicitRules +identifier +type *coordinateSystem +patient +specimen +device +performer +quantity +referenceSeq +variant +observedSeq +quality +readCoverage +repository +pointer
        ServiceDefinition +implicitRules +url +identifier +version +name +title *status +experimental +date +publisher +effectivePeriod +useContext +jurisdiction +contact
        Slot +implicitRules +identifier +serviceCategory +serviceType +specialty +appointmentType *schedule *status *start *end
        Specimen +implicitRules +identifier +accessionIdentifier +status +type *subject +receivedTime
        StructureDefinition +implicitRules *url +identifier +version *name +title *status +experimental +date +publisher +contact +useContext +jurisdiction +keyword +fhirVersion *kind *abstract +contextType +context +contextInvariant *type +baseDefinition +derivation
        StructureMap +implicitRules *url +identifier +version *name +title *status +experimental +date +publisher +contact +useContext +jurisdiction +structure +import *group
        Subscription +implicitRules *status +contact +end *reason *criteria +error *channel +tag
        Substance +implicitRules +identifier +status +category *code +description +instance +ingredient
        SupplyDelivery +implicitRules +basedOn +partOf +status +occurrence[
        SupplyRequest +implicitRules +identifier +status +category +priority +orderedItem +occurrence[ +authoredOn +requester +supplier -reason[
        Task +implicitRules +definition[ +basedOn +groupIdentifier +partOf *status +statusReason +businessStatus *intent +code +description +focus +for +context +executionPeriod +lastModified +requester +owner
        TestReport +implicitRules +identifier +name *status *testScript *result +score +tester +issued
        TestScript +implicitRules *url +identifier +version *name +title *status +experimental +date +publisher +contact +useContext +jurisdiction
        ValueSet +implicitRules +url +identifier +version +name +title *status +experimental +date +publisher +contact +useContext +jurisdiction +immutable +extensible
        VisionPrescription +implicitRules +status -reason[
        """
}
