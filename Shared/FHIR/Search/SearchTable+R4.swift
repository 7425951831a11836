// Made by deploy/dev/fhir/make-search; how to read it is said there.

extension SearchTable {
    static let r4: StaticString = """
        1;identifier;token;Account-identifier;Account;-;Account.identifier;-
        2;name;string;Account-name;Account;-;Account.name;-
        3;owner;reference;Account-owner;Account;Organization;Account.owner;-
        4;patient;reference;Account-patient;Account;Patient;Account.subject.where(resolve() is Patient);-
        5;period;date;Account-period;Account;-;Account.servicePeriod;-
        6;status;token;Account-status;Account;-;Account.status;-
        7;subject;reference;Account-subject;Account;Practitioner,Organization,Device,Patient,HealthcareService,PractitionerRole,Location;Account.subject;-
        8;type;token;Account-type;Account;-;Account.type;-
        9;composed-of;reference;ActivityDefinition-composed-of;ActivityDefinition;*;ActivityDefinition.relatedArtifact.where(type='composed-of').resource;-
        10;context;token;ActivityDefinition-context;ActivityDefinition;-;(ActivityDefinition.useContext.value as CodeableConcept);-
        11;context-quantity;quantity;ActivityDefinition-context-quantity;ActivityDefinition;-;(ActivityDefinition.useContext.value as Quantity) | (ActivityDefinition.useContext.value as Range);-
        12;context-type;token;ActivityDefinition-context-type;ActivityDefinition;-;ActivityDefinition.useContext.code;-
        13;context-type-quantity;composite;ActivityDefinition-context-type-quantity;ActivityDefinition;-;ActivityDefinition.useContext;context-type=code,context-quantity=value.as(Quantity) | value.as(Range)
        14;context-type-value;composite;ActivityDefinition-context-type-value;ActivityDefinition;-;ActivityDefinition.useContext;context-type=code,context=value.as(CodeableConcept)
        15;date;date;ActivityDefinition-date;ActivityDefinition;-;ActivityDefinition.date;-
        16;depends-on;reference;ActivityDefinition-depends-on;ActivityDefinition;*;ActivityDefinition.relatedArtifact.where(type='depends-on').resource | ActivityDefinition.library;-
        17;derived-from;reference;ActivityDefinition-derived-from;ActivityDefinition;*;ActivityDefinition.relatedArtifact.where(type='derived-from').resource;-
        18;description;string;ActivityDefinition-description;ActivityDefinition;-;ActivityDefinition.description;-
        19;effective;date;ActivityDefinition-effective;ActivityDefinition;-;ActivityDefinition.effectivePeriod;-
        20;identifier;token;ActivityDefinition-identifier;ActivityDefinition;-;ActivityDefinition.identifier;-
        21;jurisdiction;token;ActivityDefinition-jurisdiction;ActivityDefinition;-;ActivityDefinition.jurisdiction;-
        22;name;string;ActivityDefinition-name;ActivityDefinition;-;ActivityDefinition.name;-
        23;predecessor;reference;ActivityDefinition-predecessor;ActivityDefinition;*;ActivityDefinition.relatedArtifact.where(type='predecessor').resource;-
        24;publisher;string;ActivityDefinition-publisher;ActivityDefinition;-;ActivityDefinition.publisher;-
        25;status;token;ActivityDefinition-status;ActivityDefinition;-;ActivityDefinition.status;-
        26;successor;reference;ActivityDefinition-successor;ActivityDefinition;*;ActivityDefinition.relatedArtifact.where(type='successor').resource;-
        27;title;string;ActivityDefinition-title;ActivityDefinition;-;ActivityDefinition.title;-
        28;topic;token;ActivityDefinition-topic;ActivityDefinition;-;ActivityDefinition.topic;-
        29;url;uri;ActivityDefinition-url;ActivityDefinition;-;ActivityDefinition.url;-
        30;version;token;ActivityDefinition-version;ActivityDefinition;-;ActivityDefinition.version;-
        31;actuality;token;AdverseEvent-actuality;AdverseEvent;-;AdverseEvent.actuality;-
        32;category;token;AdverseEvent-category;AdverseEvent;-;AdverseEvent.category;-
        33;date;date;AdverseEvent-date;AdverseEvent;-;AdverseEvent.date;-
        34;event;token;AdverseEvent-event;AdverseEvent;-;AdverseEvent.event;-
        35;location;reference;AdverseEvent-location;AdverseEvent;Location;AdverseEvent.location;-
        36;recorder;reference;AdverseEvent-recorder;AdverseEvent;Practitioner,Patient,PractitionerRole,RelatedPerson;AdverseEvent.recorder;-
        37;resultingcondition;reference;AdverseEvent-resultingcondition;AdverseEvent;Condition;AdverseEvent.resultingCondition;-
        38;seriousness;token;AdverseEvent-seriousness;AdverseEvent;-;AdverseEvent.seriousness;-
        39;severity;token;AdverseEvent-severity;AdverseEvent;-;AdverseEvent.severity;-
        40;study;reference;AdverseEvent-study;AdverseEvent;ResearchStudy;AdverseEvent.study;-
        41;subject;reference;AdverseEvent-subject;AdverseEvent;Practitioner,Group,Patient,RelatedPerson;AdverseEvent.subject;-
        42;substance;reference;AdverseEvent-substance;AdverseEvent;Immunization,Device,Medication,Procedure,Substance,MedicationAdministration,MedicationStatement;AdverseEvent.suspectEntity.instance;-
        43;asserter;reference;AllergyIntolerance-asserter;AllergyIntolerance;Practitioner,Patient,PractitionerRole,RelatedPerson;AllergyIntolerance.asserter;-
        44;category;token;AllergyIntolerance-category;AllergyIntolerance;-;AllergyIntolerance.category;-
        45;clinical-status;token;AllergyIntolerance-clinical-status;AllergyIntolerance;-;AllergyIntolerance.clinicalStatus;-
        46;criticality;token;AllergyIntolerance-criticality;AllergyIntolerance;-;AllergyIntolerance.criticality;-
        47;last-date;date;AllergyIntolerance-last-date;AllergyIntolerance;-;AllergyIntolerance.lastOccurrence;-
        48;manifestation;token;AllergyIntolerance-manifestation;AllergyIntolerance;-;AllergyIntolerance.reaction.manifestation;-
        49;onset;date;AllergyIntolerance-onset;AllergyIntolerance;-;AllergyIntolerance.reaction.onset;-
        50;recorder;reference;AllergyIntolerance-recorder;AllergyIntolerance;Practitioner,Patient,PractitionerRole,RelatedPerson;AllergyIntolerance.recorder;-
        51;route;token;AllergyIntolerance-route;AllergyIntolerance;-;AllergyIntolerance.reaction.exposureRoute;-
        52;severity;token;AllergyIntolerance-severity;AllergyIntolerance;-;AllergyIntolerance.reaction.severity;-
        53;verification-status;token;AllergyIntolerance-verification-status;AllergyIntolerance;-;AllergyIntolerance.verificationStatus;-
        54;actor;reference;Appointment-actor;Appointment;Practitioner,Device,Patient,HealthcareService,PractitionerRole,RelatedPerson,Location;Appointment.participant.actor;-
        55;appointment-type;token;Appointment-appointment-type;Appointment;-;Appointment.appointmentType;-
        56;based-on;reference;Appointment-based-on;Appointment;ServiceRequest;Appointment.basedOn;-
        57;date;date;Appointment-date;Appointment;-;Appointment.start;-
        58;identifier;token;Appointment-identifier;Appointment;-;Appointment.identifier;-
        59;location;reference;Appointment-location;Appointment;Location;Appointment.participant.actor.where(resolve() is Location);-
        60;part-status;token;Appointment-part-status;Appointment;-;Appointment.participant.status;-
        61;patient;reference;Appointment-patient;Appointment;Patient;Appointment.participant.actor.where(resolve() is Patient);-
        62;practitioner;reference;Appointment-practitioner;Appointment;Practitioner;Appointment.participant.actor.where(resolve() is Practitioner);-
        63;reason-code;token;Appointment-reason-code;Appointment;-;Appointment.reasonCode;-
        64;reason-reference;reference;Appointment-reason-reference;Appointment;Condition,Observation,Procedure,ImmunizationRecommendation;Appointment.reasonReference;-
        65;service-category;token;Appointment-service-category;Appointment;-;Appointment.serviceCategory;-
        66;service-type;token;Appointment-service-type;Appointment;-;Appointment.serviceType;-
        67;slot;reference;Appointment-slot;Appointment;Slot;Appointment.slot;-
        68;specialty;token;Appointment-specialty;Appointment;-;Appointment.specialty;-
        69;status;token;Appointment-status;Appointment;-;Appointment.status;-
        70;supporting-info;reference;Appointment-supporting-info;Appointment;*;Appointment.supportingInformation;-
        71;actor;reference;AppointmentResponse-actor;AppointmentResponse;Practitioner,Device,Patient,HealthcareService,PractitionerRole,RelatedPerson,Location;AppointmentResponse.actor;-
        72;appointment;reference;AppointmentResponse-appointment;AppointmentResponse;Appointment;AppointmentResponse.appointment;-
        73;identifier;token;AppointmentResponse-identifier;AppointmentResponse;-;AppointmentResponse.identifier;-
        74;location;reference;AppointmentResponse-location;AppointmentResponse;Location;AppointmentResponse.actor.where(resolve() is Location);-
        75;part-status;token;AppointmentResponse-part-status;AppointmentResponse;-;AppointmentResponse.participantStatus;-
        76;patient;reference;AppointmentResponse-patient;AppointmentResponse;Patient;AppointmentResponse.actor.where(resolve() is Patient);-
        77;practitioner;reference;AppointmentResponse-practitioner;AppointmentResponse;Practitioner;AppointmentResponse.actor.where(resolve() is Practitioner);-
        78;action;token;AuditEvent-action;AuditEvent;-;AuditEvent.action;-
        79;address;string;AuditEvent-address;AuditEvent;-;AuditEvent.agent.network.address;-
        80;agent;reference;AuditEvent-agent;AuditEvent;Practitioner,Organization,Device,Patient,PractitionerRole,RelatedPerson;AuditEvent.agent.who;-
        81;agent-name;string;AuditEvent-agent-name;AuditEvent;-;AuditEvent.agent.name;-
        82;agent-role;token;AuditEvent-agent-role;AuditEvent;-;AuditEvent.agent.role;-
        83;altid;token;AuditEvent-altid;AuditEvent;-;AuditEvent.agent.altId;-
        84;date;date;AuditEvent-date;AuditEvent;-;AuditEvent.recorded;-
        85;entity;reference;AuditEvent-entity;AuditEvent;*;AuditEvent.entity.what;-
        86;entity-name;string;AuditEvent-entity-name;AuditEvent;-;AuditEvent.entity.name;-
        87;entity-role;token;AuditEvent-entity-role;AuditEvent;-;AuditEvent.entity.role;-
        88;entity-type;token;AuditEvent-entity-type;AuditEvent;-;AuditEvent.entity.type;-
        89;outcome;token;AuditEvent-outcome;AuditEvent;-;AuditEvent.outcome;-
        90;patient;reference;AuditEvent-patient;AuditEvent;Patient;AuditEvent.agent.who.where(resolve() is Patient) | AuditEvent.entity.what.where(resolve() is Patient);-
        91;policy;uri;AuditEvent-policy;AuditEvent;-;AuditEvent.agent.policy;-
        92;site;token;AuditEvent-site;AuditEvent;-;AuditEvent.source.site;-
        93;source;reference;AuditEvent-source;AuditEvent;Practitioner,Organization,Device,Patient,PractitionerRole,RelatedPerson;AuditEvent.source.observer;-
        94;subtype;token;AuditEvent-subtype;AuditEvent;-;AuditEvent.subtype;-
        95;type;token;AuditEvent-type;AuditEvent;-;AuditEvent.type;-
        96;author;reference;Basic-author;Basic;Practitioner,Organization,Patient,PractitionerRole,RelatedPerson;Basic.author;-
        97;code;token;Basic-code;Basic;-;Basic.code;-
        98;created;date;Basic-created;Basic;-;Basic.created;-
        99;identifier;token;Basic-identifier;Basic;-;Basic.identifier;-
        100;patient;reference;Basic-patient;Basic;Patient;Basic.subject.where(resolve() is Patient);-
        101;subject;reference;Basic-subject;Basic;*;Basic.subject;-
        102;identifier;token;BodyStructure-identifier;BodyStructure;-;BodyStructure.identifier;-
        103;location;token;BodyStructure-location;BodyStructure;-;BodyStructure.location;-
        104;morphology;token;BodyStructure-morphology;BodyStructure;-;BodyStructure.morphology;-
        105;patient;reference;BodyStructure-patient;BodyStructure;Patient;BodyStructure.patient;-
        106;composition;reference;Bundle-composition;Bundle;Composition;Bundle.entry[0].resource;-
        107;identifier;token;Bundle-identifier;Bundle;-;Bundle.identifier;-
        108;message;reference;Bundle-message;Bundle;MessageHeader;Bundle.entry[0].resource;-
        109;timestamp;date;Bundle-timestamp;Bundle;-;Bundle.timestamp;-
        110;type;token;Bundle-type;Bundle;-;Bundle.type;-
        111;fhirversion;token;CapabilityStatement-fhirversion;CapabilityStatement;-;CapabilityStatement.version;-
        112;format;token;CapabilityStatement-format;CapabilityStatement;-;CapabilityStatement.format;-
        113;guide;reference;CapabilityStatement-guide;CapabilityStatement;ImplementationGuide;CapabilityStatement.implementationGuide;-
        114;mode;token;CapabilityStatement-mode;CapabilityStatement;-;CapabilityStatement.rest.mode;-
        115;resource;token;CapabilityStatement-resource;CapabilityStatement;-;CapabilityStatement.rest.resource.type;-
        116;resource-profile;reference;CapabilityStatement-resource-profile;CapabilityStatement;StructureDefinition;CapabilityStatement.rest.resource.profile;-
        117;security-service;token;CapabilityStatement-security-service;CapabilityStatement;-;CapabilityStatement.rest.security.service;-
        118;software;string;CapabilityStatement-software;CapabilityStatement;-;CapabilityStatement.software.name;-
        119;supported-profile;reference;CapabilityStatement-supported-profile;CapabilityStatement;StructureDefinition;CapabilityStatement.rest.resource.supportedProfile;-
        120;activity-code;token;CarePlan-activity-code;CarePlan;-;CarePlan.activity.detail.code;-
        121;activity-date;date;CarePlan-activity-date;CarePlan;-;CarePlan.activity.detail.scheduled;-
        122;activity-reference;reference;CarePlan-activity-reference;CarePlan;Appointment,MedicationRequest,Task,NutritionOrder,RequestGroup,VisionPrescription,DeviceRequest,ServiceRequest,CommunicationRequest;CarePlan.activity.reference;-
        123;based-on;reference;CarePlan-based-on;CarePlan;CarePlan;CarePlan.basedOn;-
        124;care-team;reference;CarePlan-care-team;CarePlan;CareTeam;CarePlan.careTeam;-
        125;category;token;CarePlan-category;CarePlan;-;CarePlan.category;-
        126;condition;reference;CarePlan-condition;CarePlan;Condition;CarePlan.addresses;-
        127;encounter;reference;CarePlan-encounter;CarePlan;Encounter;CarePlan.encounter;-
        128;goal;reference;CarePlan-goal;CarePlan;Goal;CarePlan.goal;-
        129;instantiates-canonical;reference;CarePlan-instantiates-canonical;CarePlan;Questionnaire,Measure,PlanDefinition,OperationDefinition,ActivityDefinition;CarePlan.instantiatesCanonical;-
        130;instantiates-uri;uri;CarePlan-instantiates-uri;CarePlan;-;CarePlan.instantiatesUri;-
        131;intent;token;CarePlan-intent;CarePlan;-;CarePlan.intent;-
        132;part-of;reference;CarePlan-part-of;CarePlan;CarePlan;CarePlan.partOf;-
        133;performer;reference;CarePlan-performer;CarePlan;Practitioner,Organization,CareTeam,Device,Patient,HealthcareService,PractitionerRole,RelatedPerson;CarePlan.activity.detail.performer;-
        134;replaces;reference;CarePlan-replaces;CarePlan;CarePlan;CarePlan.replaces;-
        135;status;token;CarePlan-status;CarePlan;-;CarePlan.status;-
        136;subject;reference;CarePlan-subject;CarePlan;Group,Patient;CarePlan.subject;-
        137;category;token;CareTeam-category;CareTeam;-;CareTeam.category;-
        138;encounter;reference;CareTeam-encounter;CareTeam;Encounter;CareTeam.encounter;-
        139;participant;reference;CareTeam-participant;CareTeam;Practitioner,Organization,CareTeam,Patient,PractitionerRole,RelatedPerson;CareTeam.participant.member;-
        140;status;token;CareTeam-status;CareTeam;-;CareTeam.status;-
        141;subject;reference;CareTeam-subject;CareTeam;Group,Patient;CareTeam.subject;-
        142;account;reference;ChargeItem-account;ChargeItem;Account;ChargeItem.account;-
        143;code;token;ChargeItem-code;ChargeItem;-;ChargeItem.code;-
        144;context;reference;ChargeItem-context;ChargeItem;EpisodeOfCare,Encounter;ChargeItem.context;-
        145;entered-date;date;ChargeItem-entered-date;ChargeItem;-;ChargeItem.enteredDate;-
        146;enterer;reference;ChargeItem-enterer;ChargeItem;Practitioner,Organization,Device,Patient,PractitionerRole,RelatedPerson;ChargeItem.enterer;-
        147;factor-override;number;ChargeItem-factor-override;ChargeItem;-;ChargeItem.factorOverride;-
        148;identifier;token;ChargeItem-identifier;ChargeItem;-;ChargeItem.identifier;-
        149;occurrence;date;ChargeItem-occurrence;ChargeItem;-;ChargeItem.occurrence;-
        150;patient;reference;ChargeItem-patient;ChargeItem;Patient;ChargeItem.subject.where(resolve() is Patient);-
        151;performer-actor;reference;ChargeItem-performer-actor;ChargeItem;Practitioner,Organization,CareTeam,Device,Patient,PractitionerRole,RelatedPerson;ChargeItem.performer.actor;-
        152;performer-function;token;ChargeItem-performer-function;ChargeItem;-;ChargeItem.performer.function;-
        153;performing-organization;reference;ChargeItem-performing-organization;ChargeItem;Organization;ChargeItem.performingOrganization;-
        154;price-override;quantity;ChargeItem-price-override;ChargeItem;-;ChargeItem.priceOverride;-
        155;quantity;quantity;ChargeItem-quantity;ChargeItem;-;ChargeItem.quantity;-
        156;requesting-organization;reference;ChargeItem-requesting-organization;ChargeItem;Organization;ChargeItem.requestingOrganization;-
        157;service;reference;ChargeItem-service;ChargeItem;Immunization,MedicationDispense,SupplyDelivery,Observation,DiagnosticReport,ImagingStudy,MedicationAdministration,Procedure;ChargeItem.service;-
        158;subject;reference;ChargeItem-subject;ChargeItem;Group,Patient;ChargeItem.subject;-
        159;context;token;ChargeItemDefinition-context;ChargeItemDefinition;-;(ChargeItemDefinition.useContext.value as CodeableConcept);-
        160;context-quantity;quantity;ChargeItemDefinition-context-quantity;ChargeItemDefinition;-;(ChargeItemDefinition.useContext.value as Quantity) | (ChargeItemDefinition.useContext.value as Range);-
        161;context-type;token;ChargeItemDefinition-context-type;ChargeItemDefinition;-;ChargeItemDefinition.useContext.code;-
        162;context-type-quantity;composite;ChargeItemDefinition-context-type-quantity;ChargeItemDefinition;-;ChargeItemDefinition.useContext;context-type=code,context-quantity=value.as(Quantity) | value.as(Range)
        163;context-type-value;composite;ChargeItemDefinition-context-type-value;ChargeItemDefinition;-;ChargeItemDefinition.useContext;context-type=code,context=value.as(CodeableConcept)
        164;date;date;ChargeItemDefinition-date;ChargeItemDefinition;-;ChargeItemDefinition.date;-
        165;description;string;ChargeItemDefinition-description;ChargeItemDefinition;-;ChargeItemDefinition.description;-
        166;effective;date;ChargeItemDefinition-effective;ChargeItemDefinition;-;ChargeItemDefinition.effectivePeriod;-
        167;identifier;token;ChargeItemDefinition-identifier;ChargeItemDefinition;-;ChargeItemDefinition.identifier;-
        168;jurisdiction;token;ChargeItemDefinition-jurisdiction;ChargeItemDefinition;-;ChargeItemDefinition.jurisdiction;-
        169;publisher;string;ChargeItemDefinition-publisher;ChargeItemDefinition;-;ChargeItemDefinition.publisher;-
        170;status;token;ChargeItemDefinition-status;ChargeItemDefinition;-;ChargeItemDefinition.status;-
        171;title;string;ChargeItemDefinition-title;ChargeItemDefinition;-;ChargeItemDefinition.title;-
        172;url;uri;ChargeItemDefinition-url;ChargeItemDefinition;-;ChargeItemDefinition.url;-
        173;version;token;ChargeItemDefinition-version;ChargeItemDefinition;-;ChargeItemDefinition.version;-
        174;care-team;reference;Claim-care-team;Claim;Practitioner,Organization,PractitionerRole;Claim.careTeam.provider;-
        175;created;date;Claim-created;Claim;-;Claim.created;-
        176;detail-udi;reference;Claim-detail-udi;Claim;Device;Claim.item.detail.udi;-
        177;encounter;reference;Claim-encounter;Claim;Encounter;Claim.item.encounter;-
        178;enterer;reference;Claim-enterer;Claim;Practitioner,PractitionerRole;Claim.enterer;-
        179;facility;reference;Claim-facility;Claim;Location;Claim.facility;-
        180;identifier;token;Claim-identifier;Claim;-;Claim.identifier;-
        181;insurer;reference;Claim-insurer;Claim;Organization;Claim.insurer;-
        182;item-udi;reference;Claim-item-udi;Claim;Device;Claim.item.udi;-
        183;patient;reference;Claim-patient;Claim;Patient;Claim.patient;-
        184;payee;reference;Claim-payee;Claim;Practitioner,Organization,Patient,PractitionerRole,RelatedPerson;Claim.payee.party;-
        185;priority;token;Claim-priority;Claim;-;Claim.priority;-
        186;procedure-udi;reference;Claim-procedure-udi;Claim;Device;Claim.procedure.udi;-
        187;provider;reference;Claim-provider;Claim;Practitioner,Organization,PractitionerRole;Claim.provider;-
        188;status;token;Claim-status;Claim;-;Claim.status;-
        189;subdetail-udi;reference;Claim-subdetail-udi;Claim;Device;Claim.item.detail.subDetail.udi;-
        190;use;token;Claim-use;Claim;-;Claim.use;-
        191;created;date;ClaimResponse-created;ClaimResponse;-;ClaimResponse.created;-
        192;disposition;string;ClaimResponse-disposition;ClaimResponse;-;ClaimResponse.disposition;-
        193;identifier;token;ClaimResponse-identifier;ClaimResponse;-;ClaimResponse.identifier;-
        194;insurer;reference;ClaimResponse-insurer;ClaimResponse;Organization;ClaimResponse.insurer;-
        195;outcome;token;ClaimResponse-outcome;ClaimResponse;-;ClaimResponse.outcome;-
        196;patient;reference;ClaimResponse-patient;ClaimResponse;Patient;ClaimResponse.patient;-
        197;payment-date;date;ClaimResponse-payment-date;ClaimResponse;-;ClaimResponse.payment.date;-
        198;request;reference;ClaimResponse-request;ClaimResponse;Claim;ClaimResponse.request;-
        199;requestor;reference;ClaimResponse-requestor;ClaimResponse;Practitioner,Organization,PractitionerRole;ClaimResponse.requestor;-
        200;status;token;ClaimResponse-status;ClaimResponse;-;ClaimResponse.status;-
        201;use;token;ClaimResponse-use;ClaimResponse;-;ClaimResponse.use;-
        202;assessor;reference;ClinicalImpression-assessor;ClinicalImpression;Practitioner,PractitionerRole;ClinicalImpression.assessor;-
        203;encounter;reference;ClinicalImpression-encounter;ClinicalImpression;Encounter;ClinicalImpression.encounter;-
        204;finding-code;token;ClinicalImpression-finding-code;ClinicalImpression;-;ClinicalImpression.finding.itemCodeableConcept;-
        205;finding-ref;reference;ClinicalImpression-finding-ref;ClinicalImpression;Condition,Observation,Media;ClinicalImpression.finding.itemReference;-
        206;identifier;token;ClinicalImpression-identifier;ClinicalImpression;-;ClinicalImpression.identifier;-
        207;investigation;reference;ClinicalImpression-investigation;ClinicalImpression;RiskAssessment,FamilyMemberHistory,Observation,Media,DiagnosticReport,ImagingStudy,QuestionnaireResponse;ClinicalImpression.investigation.item;-
        208;previous;reference;ClinicalImpression-previous;ClinicalImpression;ClinicalImpression;ClinicalImpression.previous;-
        209;problem;reference;ClinicalImpression-problem;ClinicalImpression;Condition,AllergyIntolerance;ClinicalImpression.problem;-
        210;status;token;ClinicalImpression-status;ClinicalImpression;-;ClinicalImpression.status;-
        211;subject;reference;ClinicalImpression-subject;ClinicalImpression;Group,Patient;ClinicalImpression.subject;-
        212;supporting-info;reference;ClinicalImpression-supporting-info;ClinicalImpression;*;ClinicalImpression.supportingInfo;-
        213;code;token;CodeSystem-code;CodeSystem;-;CodeSystem.concept.code;-
        214;content-mode;token;CodeSystem-content-mode;CodeSystem;-;CodeSystem.content;-
        215;language;token;CodeSystem-language;CodeSystem;-;CodeSystem.concept.designation.language;-
        216;supplements;reference;CodeSystem-supplements;CodeSystem;CodeSystem;CodeSystem.supplements;-
        217;system;uri;CodeSystem-system;CodeSystem;-;CodeSystem.url;-
        218;based-on;reference;Communication-based-on;Communication;*;Communication.basedOn;-
        219;category;token;Communication-category;Communication;-;Communication.category;-
        220;encounter;reference;Communication-encounter;Communication;Encounter;Communication.encounter;-
        221;identifier;token;Communication-identifier;Communication;-;Communication.identifier;-
        222;instantiates-canonical;reference;Communication-instantiates-canonical;Communication;Questionnaire,Measure,PlanDefinition,OperationDefinition,ActivityDefinition;Communication.instantiatesCanonical;-
        223;instantiates-uri;uri;Communication-instantiates-uri;Communication;-;Communication.instantiatesUri;-
        224;medium;token;Communication-medium;Communication;-;Communication.medium;-
        225;part-of;reference;Communication-part-of;Communication;*;Communication.partOf;-
        226;patient;reference;Communication-patient;Communication;Patient;Communication.subject.where(resolve() is Patient);-
        227;received;date;Communication-received;Communication;-;Communication.received;-
        228;recipient;reference;Communication-recipient;Communication;Practitioner,Group,Organization,CareTeam,Device,Patient,HealthcareService,PractitionerRole,RelatedPerson;Communication.recipient;-
        229;sender;reference;Communication-sender;Communication;Practitioner,Organization,Device,Patient,HealthcareService,PractitionerRole,RelatedPerson;Communication.sender;-
        230;sent;date;Communication-sent;Communication;-;Communication.sent;-
        231;status;token;Communication-status;Communication;-;Communication.status;-
        232;subject;reference;Communication-subject;Communication;Group,Patient;Communication.subject;-
        233;authored;date;CommunicationRequest-authored;CommunicationRequest;-;CommunicationRequest.authoredOn;-
        234;based-on;reference;CommunicationRequest-based-on;CommunicationRequest;*;CommunicationRequest.basedOn;-
        235;category;token;CommunicationRequest-category;CommunicationRequest;-;CommunicationRequest.category;-
        236;encounter;reference;CommunicationRequest-encounter;CommunicationRequest;Encounter;CommunicationRequest.encounter;-
        237;group-identifier;token;CommunicationRequest-group-identifier;CommunicationRequest;-;CommunicationRequest.groupIdentifier;-
        238;identifier;token;CommunicationRequest-identifier;CommunicationRequest;-;CommunicationRequest.identifier;-
        239;medium;token;CommunicationRequest-medium;CommunicationRequest;-;CommunicationRequest.medium;-
        240;occurrence;date;CommunicationRequest-occurrence;CommunicationRequest;-;(CommunicationRequest.occurrence as dateTime);-
        241;patient;reference;CommunicationRequest-patient;CommunicationRequest;Patient;CommunicationRequest.subject.where(resolve() is Patient);-
        242;priority;token;CommunicationRequest-priority;CommunicationRequest;-;CommunicationRequest.priority;-
        243;recipient;reference;CommunicationRequest-recipient;CommunicationRequest;Practitioner,Group,Organization,CareTeam,Device,Patient,HealthcareService,PractitionerRole,RelatedPerson;CommunicationRequest.recipient;-
        244;replaces;reference;CommunicationRequest-replaces;CommunicationRequest;CommunicationRequest;CommunicationRequest.replaces;-
        245;requester;reference;CommunicationRequest-requester;CommunicationRequest;Practitioner,Organization,Device,Patient,PractitionerRole,RelatedPerson;CommunicationRequest.requester;-
        246;sender;reference;CommunicationRequest-sender;CommunicationRequest;Practitioner,Organization,Device,Patient,HealthcareService,PractitionerRole,RelatedPerson;CommunicationRequest.sender;-
        247;status;token;CommunicationRequest-status;CommunicationRequest;-;CommunicationRequest.status;-
        248;subject;reference;CommunicationRequest-subject;CommunicationRequest;Group,Patient;CommunicationRequest.subject;-
        249;code;token;CompartmentDefinition-code;CompartmentDefinition;-;CompartmentDefinition.code;-
        250;resource;token;CompartmentDefinition-resource;CompartmentDefinition;-;CompartmentDefinition.resource.code;-
        251;attester;reference;Composition-attester;Composition;Practitioner,Organization,Patient,PractitionerRole,RelatedPerson;Composition.attester.party;-
        252;author;reference;Composition-author;Composition;Practitioner,Organization,Device,Patient,PractitionerRole,RelatedPerson;Composition.author;-
        253;category;token;Composition-category;Composition;-;Composition.category;-
        254;confidentiality;token;Composition-confidentiality;Composition;-;Composition.confidentiality;-
        255;context;token;Composition-context;Composition;-;Composition.event.code;-
        256;entry;reference;Composition-entry;Composition;*;Composition.section.entry;-
        257;period;date;Composition-period;Composition;-;Composition.event.period;-
        258;related-id;token;Composition-related-id;Composition;-;(Composition.relatesTo.target as Identifier);-
        259;related-ref;reference;Composition-related-ref;Composition;Composition;(Composition.relatesTo.target as Reference);-
        260;section;token;Composition-section;Composition;-;Composition.section.code;-
        261;status;token;Composition-status;Composition;-;Composition.status;-
        262;subject;reference;Composition-subject;Composition;*;Composition.subject;-
        263;title;string;Composition-title;Composition;-;Composition.title;-
        264;dependson;uri;ConceptMap-dependson;ConceptMap;-;ConceptMap.group.element.target.dependsOn.property;-
        265;other;reference;ConceptMap-other;ConceptMap;ConceptMap;ConceptMap.group.unmapped.url;-
        266;product;uri;ConceptMap-product;ConceptMap;-;ConceptMap.group.element.target.product.property;-
        267;source;reference;ConceptMap-source;ConceptMap;ValueSet;(ConceptMap.source as canonical);-
        268;source-code;token;ConceptMap-source-code;ConceptMap;-;ConceptMap.group.element.code;-
        269;source-system;uri;ConceptMap-source-system;ConceptMap;-;ConceptMap.group.source;-
        270;source-uri;reference;ConceptMap-source-uri;ConceptMap;ValueSet;(ConceptMap.source as uri);-
        271;target;reference;ConceptMap-target;ConceptMap;ValueSet;(ConceptMap.target as canonical);-
        272;target-code;token;ConceptMap-target-code;ConceptMap;-;ConceptMap.group.element.target.code;-
        273;target-system;uri;ConceptMap-target-system;ConceptMap;-;ConceptMap.group.target;-
        274;target-uri;reference;ConceptMap-target-uri;ConceptMap;ValueSet;(ConceptMap.target as uri);-
        275;abatement-age;quantity;Condition-abatement-age;Condition;-;Condition.abatement.as(Age) | Condition.abatement.as(Range);-
        276;abatement-date;date;Condition-abatement-date;Condition;-;Condition.abatement.as(dateTime) | Condition.abatement.as(Period);-
        277;abatement-string;string;Condition-abatement-string;Condition;-;Condition.abatement.as(string);-
        278;asserter;reference;Condition-asserter;Condition;Practitioner,Patient,PractitionerRole,RelatedPerson;Condition.asserter;-
        279;body-site;token;Condition-body-site;Condition;-;Condition.bodySite;-
        280;category;token;Condition-category;Condition;-;Condition.category;-
        281;clinical-status;token;Condition-clinical-status;Condition;-;Condition.clinicalStatus;-
        282;encounter;reference;Condition-encounter;Condition;Encounter;Condition.encounter;-
        283;evidence;token;Condition-evidence;Condition;-;Condition.evidence.code;-
        284;evidence-detail;reference;Condition-evidence-detail;Condition;*;Condition.evidence.detail;-
        285;onset-age;quantity;Condition-onset-age;Condition;-;Condition.onset.as(Age) | Condition.onset.as(Range);-
        286;onset-date;date;Condition-onset-date;Condition;-;Condition.onset.as(dateTime) | Condition.onset.as(Period);-
        287;onset-info;string;Condition-onset-info;Condition;-;Condition.onset.as(string);-
        288;recorded-date;date;Condition-recorded-date;Condition;-;Condition.recordedDate;-
        289;severity;token;Condition-severity;Condition;-;Condition.severity;-
        290;stage;token;Condition-stage;Condition;-;Condition.stage.summary;-
        291;subject;reference;Condition-subject;Condition;Group,Patient;Condition.subject;-
        292;verification-status;token;Condition-verification-status;Condition;-;Condition.verificationStatus;-
        293;action;token;Consent-action;Consent;-;Consent.provision.action;-
        294;actor;reference;Consent-actor;Consent;Practitioner,Group,Organization,CareTeam,Device,Patient,PractitionerRole,RelatedPerson;Consent.provision.actor.reference;-
        295;category;token;Consent-category;Consent;-;Consent.category;-
        296;consentor;reference;Consent-consentor;Consent;Practitioner,Organization,Patient,PractitionerRole,RelatedPerson;Consent.performer;-
        297;data;reference;Consent-data;Consent;*;Consent.provision.data.reference;-
        298;organization;reference;Consent-organization;Consent;Organization;Consent.organization;-
        299;period;date;Consent-period;Consent;-;Consent.provision.period;-
        300;purpose;token;Consent-purpose;Consent;-;Consent.provision.purpose;-
        301;scope;token;Consent-scope;Consent;-;Consent.scope;-
        302;security-label;token;Consent-security-label;Consent;-;Consent.provision.securityLabel;-
        303;source-reference;reference;Consent-source-reference;Consent;Consent,Contract,QuestionnaireResponse,DocumentReference;Consent.source;-
        304;status;token;Consent-status;Consent;-;Consent.status;-
        305;authority;reference;Contract-authority;Contract;Organization;Contract.authority;-
        306;domain;reference;Contract-domain;Contract;Location;Contract.domain;-
        307;identifier;token;Contract-identifier;Contract;-;Contract.identifier;-
        308;instantiates;uri;Contract-instantiates;Contract;-;Contract.instantiatesUri;-
        309;issued;date;Contract-issued;Contract;-;Contract.issued;-
        310;patient;reference;Contract-patient;Contract;Patient;Contract.subject.where(resolve() is Patient);-
        311;signer;reference;Contract-signer;Contract;Practitioner,Organization,Patient,PractitionerRole,RelatedPerson;Contract.signer.party;-
        312;status;token;Contract-status;Contract;-;Contract.status;-
        313;subject;reference;Contract-subject;Contract;*;Contract.subject;-
        314;url;uri;Contract-url;Contract;-;Contract.url;-
        315;beneficiary;reference;Coverage-beneficiary;Coverage;Patient;Coverage.beneficiary;-
        316;class-type;token;Coverage-class-type;Coverage;-;Coverage.class.type;-
        317;class-value;string;Coverage-class-value;Coverage;-;Coverage.class.value;-
        318;dependent;string;Coverage-dependent;Coverage;-;Coverage.dependent;-
        319;identifier;token;Coverage-identifier;Coverage;-;Coverage.identifier;-
        320;patient;reference;Coverage-patient;Coverage;Patient;Coverage.beneficiary;-
        321;payor;reference;Coverage-payor;Coverage;Organization,Patient,RelatedPerson;Coverage.payor;-
        322;policy-holder;reference;Coverage-policy-holder;Coverage;Organization,Patient,RelatedPerson;Coverage.policyHolder;-
        323;status;token;Coverage-status;Coverage;-;Coverage.status;-
        324;subscriber;reference;Coverage-subscriber;Coverage;Patient,RelatedPerson;Coverage.subscriber;-
        325;type;token;Coverage-type;Coverage;-;Coverage.type;-
        326;created;date;CoverageEligibilityRequest-created;CoverageEligibilityRequest;-;CoverageEligibilityRequest.created;-
        327;enterer;reference;CoverageEligibilityRequest-enterer;CoverageEligibilityRequest;Practitioner,PractitionerRole;CoverageEligibilityRequest.enterer;-
        328;facility;reference;CoverageEligibilityRequest-facility;CoverageEligibilityRequest;Location;CoverageEligibilityRequest.facility;-
        329;identifier;token;CoverageEligibilityRequest-identifier;CoverageEligibilityRequest;-;CoverageEligibilityRequest.identifier;-
        330;patient;reference;CoverageEligibilityRequest-patient;CoverageEligibilityRequest;Patient;CoverageEligibilityRequest.patient;-
        331;provider;reference;CoverageEligibilityRequest-provider;CoverageEligibilityRequest;Practitioner,Organization,PractitionerRole;CoverageEligibilityRequest.provider;-
        332;status;token;CoverageEligibilityRequest-status;CoverageEligibilityRequest;-;CoverageEligibilityRequest.status;-
        333;created;date;CoverageEligibilityResponse-created;CoverageEligibilityResponse;-;CoverageEligibilityResponse.created;-
        334;disposition;string;CoverageEligibilityResponse-disposition;CoverageEligibilityResponse;-;CoverageEligibilityResponse.disposition;-
        335;identifier;token;CoverageEligibilityResponse-identifier;CoverageEligibilityResponse;-;CoverageEligibilityResponse.identifier;-
        336;insurer;reference;CoverageEligibilityResponse-insurer;CoverageEligibilityResponse;Organization;CoverageEligibilityResponse.insurer;-
        337;outcome;token;CoverageEligibilityResponse-outcome;CoverageEligibilityResponse;-;CoverageEligibilityResponse.outcome;-
        338;patient;reference;CoverageEligibilityResponse-patient;CoverageEligibilityResponse;Patient;CoverageEligibilityResponse.patient;-
        339;request;reference;CoverageEligibilityResponse-request;CoverageEligibilityResponse;CoverageEligibilityRequest;CoverageEligibilityResponse.request;-
        340;requestor;reference;CoverageEligibilityResponse-requestor;CoverageEligibilityResponse;Practitioner,Organization,PractitionerRole;CoverageEligibilityResponse.requestor;-
        341;status;token;CoverageEligibilityResponse-status;CoverageEligibilityResponse;-;CoverageEligibilityResponse.status;-
        342;author;reference;DetectedIssue-author;DetectedIssue;Practitioner,Device,PractitionerRole;DetectedIssue.author;-
        343;code;token;DetectedIssue-code;DetectedIssue;-;DetectedIssue.code;-
        344;identified;date;DetectedIssue-identified;DetectedIssue;-;DetectedIssue.identified;-
        345;implicated;reference;DetectedIssue-implicated;DetectedIssue;*;DetectedIssue.implicated;-
        346;device-name;string;Device-device-name;Device;-;Device.deviceName.name | Device.type.coding.display | Device.type.text;-
        347;identifier;token;Device-identifier;Device;-;Device.identifier;-
        348;location;reference;Device-location;Device;Location;Device.location;-
        349;manufacturer;string;Device-manufacturer;Device;-;Device.manufacturer;-
        350;model;string;Device-model;Device;-;Device.modelNumber;-
        351;organization;reference;Device-organization;Device;Organization;Device.owner;-
        352;patient;reference;Device-patient;Device;Patient;Device.patient;-
        353;status;token;Device-status;Device;-;Device.status;-
        354;type;token;Device-type;Device;-;Device.type;-
        355;udi-carrier;string;Device-udi-carrier;Device;-;Device.udiCarrier.carrierHRF;-
        356;udi-di;string;Device-udi-di;Device;-;Device.udiCarrier.deviceIdentifier;-
        357;url;uri;Device-url;Device;-;Device.url;-
        358;identifier;token;DeviceDefinition-identifier;DeviceDefinition;-;DeviceDefinition.identifier;-
        359;parent;reference;DeviceDefinition-parent;DeviceDefinition;DeviceDefinition;DeviceDefinition.parentDevice;-
        360;type;token;DeviceDefinition-type;DeviceDefinition;-;DeviceDefinition.type;-
        361;category;token;DeviceMetric-category;DeviceMetric;-;DeviceMetric.category;-
        362;identifier;token;DeviceMetric-identifier;DeviceMetric;-;DeviceMetric.identifier;-
        363;parent;reference;DeviceMetric-parent;DeviceMetric;Device;DeviceMetric.parent;-
        364;source;reference;DeviceMetric-source;DeviceMetric;Device;DeviceMetric.source;-
        365;type;token;DeviceMetric-type;DeviceMetric;-;DeviceMetric.type;-
        366;authored-on;date;DeviceRequest-authored-on;DeviceRequest;-;DeviceRequest.authoredOn;-
        367;based-on;reference;DeviceRequest-based-on;DeviceRequest;*;DeviceRequest.basedOn;-
        368;device;reference;DeviceRequest-device;DeviceRequest;Device;(DeviceRequest.code as Reference);-
        369;event-date;date;DeviceRequest-event-date;DeviceRequest;-;(DeviceRequest.occurrence as dateTime) | (DeviceRequest.occurrence as Period);-
        370;group-identifier;token;DeviceRequest-group-identifier;DeviceRequest;-;DeviceRequest.groupIdentifier;-
        371;instantiates-canonical;reference;DeviceRequest-instantiates-canonical;DeviceRequest;PlanDefinition,ActivityDefinition;DeviceRequest.instantiatesCanonical;-
        372;instantiates-uri;uri;DeviceRequest-instantiates-uri;DeviceRequest;-;DeviceRequest.instantiatesUri;-
        373;insurance;reference;DeviceRequest-insurance;DeviceRequest;ClaimResponse,Coverage;DeviceRequest.insurance;-
        374;intent;token;DeviceRequest-intent;DeviceRequest;-;DeviceRequest.intent;-
        375;performer;reference;DeviceRequest-performer;DeviceRequest;Practitioner,Organization,CareTeam,Device,Patient,HealthcareService,PractitionerRole,RelatedPerson;DeviceRequest.performer;-
        376;prior-request;reference;DeviceRequest-prior-request;DeviceRequest;*;DeviceRequest.priorRequest;-
        377;requester;reference;DeviceRequest-requester;DeviceRequest;Practitioner,Organization,Device,PractitionerRole;DeviceRequest.requester;-
        378;status;token;DeviceRequest-status;DeviceRequest;-;DeviceRequest.status;-
        379;subject;reference;DeviceRequest-subject;DeviceRequest;Group,Device,Patient,Location;DeviceRequest.subject;-
        380;device;reference;DeviceUseStatement-device;DeviceUseStatement;Device;DeviceUseStatement.device;-
        381;identifier;token;DeviceUseStatement-identifier;DeviceUseStatement;-;DeviceUseStatement.identifier;-
        382;subject;reference;DeviceUseStatement-subject;DeviceUseStatement;Group,Patient;DeviceUseStatement.subject;-
        383;based-on;reference;DiagnosticReport-based-on;DiagnosticReport;CarePlan,MedicationRequest,NutritionOrder,ServiceRequest,ImmunizationRecommendation;DiagnosticReport.basedOn;-
        384;category;token;DiagnosticReport-category;DiagnosticReport;-;DiagnosticReport.category;-
        385;conclusion;token;DiagnosticReport-conclusion;DiagnosticReport;-;DiagnosticReport.conclusionCode;-
        386;issued;date;DiagnosticReport-issued;DiagnosticReport;-;DiagnosticReport.issued;-
        387;media;reference;DiagnosticReport-media;DiagnosticReport;Media;DiagnosticReport.media.link;-
        388;performer;reference;DiagnosticReport-performer;DiagnosticReport;Practitioner,Organization,CareTeam,PractitionerRole;DiagnosticReport.performer;-
        389;result;reference;DiagnosticReport-result;DiagnosticReport;Observation;DiagnosticReport.result;-
        390;results-interpreter;reference;DiagnosticReport-results-interpreter;DiagnosticReport;Practitioner,Organization,CareTeam,PractitionerRole;DiagnosticReport.resultsInterpreter;-
        391;specimen;reference;DiagnosticReport-specimen;DiagnosticReport;Specimen;DiagnosticReport.specimen;-
        392;status;token;DiagnosticReport-status;DiagnosticReport;-;DiagnosticReport.status;-
        393;subject;reference;DiagnosticReport-subject;DiagnosticReport;Group,Device,Patient,Location;DiagnosticReport.subject;-
        394;author;reference;DocumentManifest-author;DocumentManifest;Practitioner,Organization,Device,Patient,PractitionerRole,RelatedPerson;DocumentManifest.author;-
        395;created;date;DocumentManifest-created;DocumentManifest;-;DocumentManifest.created;-
        396;description;string;DocumentManifest-description;DocumentManifest;-;DocumentManifest.description;-
        397;item;reference;DocumentManifest-item;DocumentManifest;*;DocumentManifest.content;-
        398;recipient;reference;DocumentManifest-recipient;DocumentManifest;Practitioner,Organization,Patient,PractitionerRole,RelatedPerson;DocumentManifest.recipient;-
        399;related-id;token;DocumentManifest-related-id;DocumentManifest;-;DocumentManifest.related.identifier;-
        400;related-ref;reference;DocumentManifest-related-ref;DocumentManifest;*;DocumentManifest.related.ref;-
        401;source;uri;DocumentManifest-source;DocumentManifest;-;DocumentManifest.source;-
        402;status;token;DocumentManifest-status;DocumentManifest;-;DocumentManifest.status;-
        403;subject;reference;DocumentManifest-subject;DocumentManifest;Practitioner,Group,Device,Patient;DocumentManifest.subject;-
        404;authenticator;reference;DocumentReference-authenticator;DocumentReference;Practitioner,Organization,PractitionerRole;DocumentReference.authenticator;-
        405;author;reference;DocumentReference-author;DocumentReference;Practitioner,Organization,Device,Patient,PractitionerRole,RelatedPerson;DocumentReference.author;-
        406;category;token;DocumentReference-category;DocumentReference;-;DocumentReference.category;-
        407;contenttype;token;DocumentReference-contenttype;DocumentReference;-;DocumentReference.content.attachment.contentType;-
        408;custodian;reference;DocumentReference-custodian;DocumentReference;Organization;DocumentReference.custodian;-
        409;date;date;DocumentReference-date;DocumentReference;-;DocumentReference.date;-
        410;description;string;DocumentReference-description;DocumentReference;-;DocumentReference.description;-
        411;event;token;DocumentReference-event;DocumentReference;-;DocumentReference.context.event;-
        412;facility;token;DocumentReference-facility;DocumentReference;-;DocumentReference.context.facilityType;-
        413;format;token;DocumentReference-format;DocumentReference;-;DocumentReference.content.format;-
        414;language;token;DocumentReference-language;DocumentReference;-;DocumentReference.content.attachment.language;-
        415;location;uri;DocumentReference-location;DocumentReference;-;DocumentReference.content.attachment.url;-
        416;period;date;DocumentReference-period;DocumentReference;-;DocumentReference.context.period;-
        417;related;reference;DocumentReference-related;DocumentReference;*;DocumentReference.context.related;-
        418;relatesto;reference;DocumentReference-relatesto;DocumentReference;DocumentReference;DocumentReference.relatesTo.target;-
        419;relation;token;DocumentReference-relation;DocumentReference;-;DocumentReference.relatesTo.code;-
        420;relationship;composite;DocumentReference-relationship;DocumentReference;-;DocumentReference.relatesTo;relatesto=target,relation=code
        421;security-label;token;DocumentReference-security-label;DocumentReference;-;DocumentReference.securityLabel;-
        422;setting;token;DocumentReference-setting;DocumentReference;-;DocumentReference.context.practiceSetting;-
        423;status;token;DocumentReference-status;DocumentReference;-;DocumentReference.status;-
        424;subject;reference;DocumentReference-subject;DocumentReference;Practitioner,Group,Device,Patient;DocumentReference.subject;-
        425;context;token;EffectEvidenceSynthesis-context;EffectEvidenceSynthesis;-;(EffectEvidenceSynthesis.useContext.value as CodeableConcept);-
        426;context-quantity;quantity;EffectEvidenceSynthesis-context-quantity;EffectEvidenceSynthesis;-;(EffectEvidenceSynthesis.useContext.value as Quantity) | (EffectEvidenceSynthesis.useContext.value as Range);-
        427;context-type;token;EffectEvidenceSynthesis-context-type;EffectEvidenceSynthesis;-;EffectEvidenceSynthesis.useContext.code;-
        428;context-type-quantity;composite;EffectEvidenceSynthesis-context-type-quantity;EffectEvidenceSynthesis;-;EffectEvidenceSynthesis.useContext;context-type=code,context-quantity=value.as(Quantity) | value.as(Range)
        429;context-type-value;composite;EffectEvidenceSynthesis-context-type-value;EffectEvidenceSynthesis;-;EffectEvidenceSynthesis.useContext;context-type=code,context=value.as(CodeableConcept)
        430;date;date;EffectEvidenceSynthesis-date;EffectEvidenceSynthesis;-;EffectEvidenceSynthesis.date;-
        431;description;string;EffectEvidenceSynthesis-description;EffectEvidenceSynthesis;-;EffectEvidenceSynthesis.description;-
        432;effective;date;EffectEvidenceSynthesis-effective;EffectEvidenceSynthesis;-;EffectEvidenceSynthesis.effectivePeriod;-
        433;identifier;token;EffectEvidenceSynthesis-identifier;EffectEvidenceSynthesis;-;EffectEvidenceSynthesis.identifier;-
        434;jurisdiction;token;EffectEvidenceSynthesis-jurisdiction;EffectEvidenceSynthesis;-;EffectEvidenceSynthesis.jurisdiction;-
        435;name;string;EffectEvidenceSynthesis-name;EffectEvidenceSynthesis;-;EffectEvidenceSynthesis.name;-
        436;publisher;string;EffectEvidenceSynthesis-publisher;EffectEvidenceSynthesis;-;EffectEvidenceSynthesis.publisher;-
        437;status;token;EffectEvidenceSynthesis-status;EffectEvidenceSynthesis;-;EffectEvidenceSynthesis.status;-
        438;title;string;EffectEvidenceSynthesis-title;EffectEvidenceSynthesis;-;EffectEvidenceSynthesis.title;-
        439;url;uri;EffectEvidenceSynthesis-url;EffectEvidenceSynthesis;-;EffectEvidenceSynthesis.url;-
        440;version;token;EffectEvidenceSynthesis-version;EffectEvidenceSynthesis;-;EffectEvidenceSynthesis.version;-
        441;account;reference;Encounter-account;Encounter;Account;Encounter.account;-
        442;appointment;reference;Encounter-appointment;Encounter;Appointment;Encounter.appointment;-
        443;based-on;reference;Encounter-based-on;Encounter;ServiceRequest;Encounter.basedOn;-
        444;class;token;Encounter-class;Encounter;-;Encounter.class;-
        445;diagnosis;reference;Encounter-diagnosis;Encounter;Condition,Procedure;Encounter.diagnosis.condition;-
        446;episode-of-care;reference;Encounter-episode-of-care;Encounter;EpisodeOfCare;Encounter.episodeOfCare;-
        447;length;quantity;Encounter-length;Encounter;-;Encounter.length;-
        448;location;reference;Encounter-location;Encounter;Location;Encounter.location.location;-
        449;location-period;date;Encounter-location-period;Encounter;-;Encounter.location.period;-
        450;part-of;reference;Encounter-part-of;Encounter;Encounter;Encounter.partOf;-
        451;participant;reference;Encounter-participant;Encounter;Practitioner,PractitionerRole,RelatedPerson;Encounter.participant.individual;-
        452;participant-type;token;Encounter-participant-type;Encounter;-;Encounter.participant.type;-
        453;practitioner;reference;Encounter-practitioner;Encounter;Practitioner;Encounter.participant.individual.where(resolve() is Practitioner);-
        454;reason-code;token;Encounter-reason-code;Encounter;-;Encounter.reasonCode;-
        455;reason-reference;reference;Encounter-reason-reference;Encounter;Condition,Observation,Procedure,ImmunizationRecommendation;Encounter.reasonReference;-
        456;service-provider;reference;Encounter-service-provider;Encounter;Organization;Encounter.serviceProvider;-
        457;special-arrangement;token;Encounter-special-arrangement;Encounter;-;Encounter.hospitalization.specialArrangement;-
        458;status;token;Encounter-status;Encounter;-;Encounter.status;-
        459;subject;reference;Encounter-subject;Encounter;Group,Patient;Encounter.subject;-
        460;connection-type;token;Endpoint-connection-type;Endpoint;-;Endpoint.connectionType;-
        461;identifier;token;Endpoint-identifier;Endpoint;-;Endpoint.identifier;-
        462;name;string;Endpoint-name;Endpoint;-;Endpoint.name;-
        463;organization;reference;Endpoint-organization;Endpoint;Organization;Endpoint.managingOrganization;-
        464;payload-type;token;Endpoint-payload-type;Endpoint;-;Endpoint.payloadType;-
        465;status;token;Endpoint-status;Endpoint;-;Endpoint.status;-
        466;identifier;token;EnrollmentRequest-identifier;EnrollmentRequest;-;EnrollmentRequest.identifier;-
        467;patient;reference;EnrollmentRequest-patient;EnrollmentRequest;Patient;EnrollmentRequest.candidate;-
        468;status;token;EnrollmentRequest-status;EnrollmentRequest;-;EnrollmentRequest.status;-
        469;subject;reference;EnrollmentRequest-subject;EnrollmentRequest;Patient;EnrollmentRequest.candidate;-
        470;identifier;token;EnrollmentResponse-identifier;EnrollmentResponse;-;EnrollmentResponse.identifier;-
        471;request;reference;EnrollmentResponse-request;EnrollmentResponse;EnrollmentRequest;EnrollmentResponse.request;-
        472;status;token;EnrollmentResponse-status;EnrollmentResponse;-;EnrollmentResponse.status;-
        473;care-manager;reference;EpisodeOfCare-care-manager;EpisodeOfCare;Practitioner;EpisodeOfCare.careManager.where(resolve() is Practitioner);-
        474;condition;reference;EpisodeOfCare-condition;EpisodeOfCare;Condition;EpisodeOfCare.diagnosis.condition;-
        475;incoming-referral;reference;EpisodeOfCare-incoming-referral;EpisodeOfCare;ServiceRequest;EpisodeOfCare.referralRequest;-
        476;organization;reference;EpisodeOfCare-organization;EpisodeOfCare;Organization;EpisodeOfCare.managingOrganization;-
        477;status;token;EpisodeOfCare-status;EpisodeOfCare;-;EpisodeOfCare.status;-
        478;composed-of;reference;EventDefinition-composed-of;EventDefinition;*;EventDefinition.relatedArtifact.where(type='composed-of').resource;-
        479;context;token;EventDefinition-context;EventDefinition;-;(EventDefinition.useContext.value as CodeableConcept);-
        480;context-quantity;quantity;EventDefinition-context-quantity;EventDefinition;-;(EventDefinition.useContext.value as Quantity) | (EventDefinition.useContext.value as Range);-
        481;context-type;token;EventDefinition-context-type;EventDefinition;-;EventDefinition.useContext.code;-
        482;context-type-quantity;composite;EventDefinition-context-type-quantity;EventDefinition;-;EventDefinition.useContext;context-type=code,context-quantity=value.as(Quantity) | value.as(Range)
        483;context-type-value;composite;EventDefinition-context-type-value;EventDefinition;-;EventDefinition.useContext;context-type=code,context=value.as(CodeableConcept)
        484;date;date;EventDefinition-date;EventDefinition;-;EventDefinition.date;-
        485;depends-on;reference;EventDefinition-depends-on;EventDefinition;*;EventDefinition.relatedArtifact.where(type='depends-on').resource;-
        486;derived-from;reference;EventDefinition-derived-from;EventDefinition;*;EventDefinition.relatedArtifact.where(type='derived-from').resource;-
        487;description;string;EventDefinition-description;EventDefinition;-;EventDefinition.description;-
        488;effective;date;EventDefinition-effective;EventDefinition;-;EventDefinition.effectivePeriod;-
        489;identifier;token;EventDefinition-identifier;EventDefinition;-;EventDefinition.identifier;-
        490;jurisdiction;token;EventDefinition-jurisdiction;EventDefinition;-;EventDefinition.jurisdiction;-
        491;name;string;EventDefinition-name;EventDefinition;-;EventDefinition.name;-
        492;predecessor;reference;EventDefinition-predecessor;EventDefinition;*;EventDefinition.relatedArtifact.where(type='predecessor').resource;-
        493;publisher;string;EventDefinition-publisher;EventDefinition;-;EventDefinition.publisher;-
        494;status;token;EventDefinition-status;EventDefinition;-;EventDefinition.status;-
        495;successor;reference;EventDefinition-successor;EventDefinition;*;EventDefinition.relatedArtifact.where(type='successor').resource;-
        496;title;string;EventDefinition-title;EventDefinition;-;EventDefinition.title;-
        497;topic;token;EventDefinition-topic;EventDefinition;-;EventDefinition.topic;-
        498;url;uri;EventDefinition-url;EventDefinition;-;EventDefinition.url;-
        499;version;token;EventDefinition-version;EventDefinition;-;EventDefinition.version;-
        500;composed-of;reference;Evidence-composed-of;Evidence;*;Evidence.relatedArtifact.where(type='composed-of').resource;-
        501;context;token;Evidence-context;Evidence;-;(Evidence.useContext.value as CodeableConcept);-
        502;context-quantity;quantity;Evidence-context-quantity;Evidence;-;(Evidence.useContext.value as Quantity) | (Evidence.useContext.value as Range);-
        503;context-type;token;Evidence-context-type;Evidence;-;Evidence.useContext.code;-
        504;context-type-quantity;composite;Evidence-context-type-quantity;Evidence;-;Evidence.useContext;context-type=code,context-quantity=value.as(Quantity) | value.as(Range)
        505;context-type-value;composite;Evidence-context-type-value;Evidence;-;Evidence.useContext;context-type=code,context=value.as(CodeableConcept)
        506;date;date;Evidence-date;Evidence;-;Evidence.date;-
        507;depends-on;reference;Evidence-depends-on;Evidence;*;Evidence.relatedArtifact.where(type='depends-on').resource;-
        508;derived-from;reference;Evidence-derived-from;Evidence;*;Evidence.relatedArtifact.where(type='derived-from').resource;-
        509;description;string;Evidence-description;Evidence;-;Evidence.description;-
        510;effective;date;Evidence-effective;Evidence;-;Evidence.effectivePeriod;-
        511;identifier;token;Evidence-identifier;Evidence;-;Evidence.identifier;-
        512;jurisdiction;token;Evidence-jurisdiction;Evidence;-;Evidence.jurisdiction;-
        513;name;string;Evidence-name;Evidence;-;Evidence.name;-
        514;predecessor;reference;Evidence-predecessor;Evidence;*;Evidence.relatedArtifact.where(type='predecessor').resource;-
        515;publisher;string;Evidence-publisher;Evidence;-;Evidence.publisher;-
        516;status;token;Evidence-status;Evidence;-;Evidence.status;-
        517;successor;reference;Evidence-successor;Evidence;*;Evidence.relatedArtifact.where(type='successor').resource;-
        518;title;string;Evidence-title;Evidence;-;Evidence.title;-
        519;topic;token;Evidence-topic;Evidence;-;Evidence.topic;-
        520;url;uri;Evidence-url;Evidence;-;Evidence.url;-
        521;version;token;Evidence-version;Evidence;-;Evidence.version;-
        522;composed-of;reference;EvidenceVariable-composed-of;EvidenceVariable;*;EvidenceVariable.relatedArtifact.where(type='composed-of').resource;-
        523;context;token;EvidenceVariable-context;EvidenceVariable;-;(EvidenceVariable.useContext.value as CodeableConcept);-
        524;context-quantity;quantity;EvidenceVariable-context-quantity;EvidenceVariable;-;(EvidenceVariable.useContext.value as Quantity) | (EvidenceVariable.useContext.value as Range);-
        525;context-type;token;EvidenceVariable-context-type;EvidenceVariable;-;EvidenceVariable.useContext.code;-
        526;context-type-quantity;composite;EvidenceVariable-context-type-quantity;EvidenceVariable;-;EvidenceVariable.useContext;context-type=code,context-quantity=value.as(Quantity) | value.as(Range)
        527;context-type-value;composite;EvidenceVariable-context-type-value;EvidenceVariable;-;EvidenceVariable.useContext;context-type=code,context=value.as(CodeableConcept)
        528;date;date;EvidenceVariable-date;EvidenceVariable;-;EvidenceVariable.date;-
        529;depends-on;reference;EvidenceVariable-depends-on;EvidenceVariable;*;EvidenceVariable.relatedArtifact.where(type='depends-on').resource;-
        530;derived-from;reference;EvidenceVariable-derived-from;EvidenceVariable;*;EvidenceVariable.relatedArtifact.where(type='derived-from').resource;-
        531;description;string;EvidenceVariable-description;EvidenceVariable;-;EvidenceVariable.description;-
        532;effective;date;EvidenceVariable-effective;EvidenceVariable;-;EvidenceVariable.effectivePeriod;-
        533;identifier;token;EvidenceVariable-identifier;EvidenceVariable;-;EvidenceVariable.identifier;-
        534;jurisdiction;token;EvidenceVariable-jurisdiction;EvidenceVariable;-;EvidenceVariable.jurisdiction;-
        535;name;string;EvidenceVariable-name;EvidenceVariable;-;EvidenceVariable.name;-
        536;predecessor;reference;EvidenceVariable-predecessor;EvidenceVariable;*;EvidenceVariable.relatedArtifact.where(type='predecessor').resource;-
        537;publisher;string;EvidenceVariable-publisher;EvidenceVariable;-;EvidenceVariable.publisher;-
        538;status;token;EvidenceVariable-status;EvidenceVariable;-;EvidenceVariable.status;-
        539;successor;reference;EvidenceVariable-successor;EvidenceVariable;*;EvidenceVariable.relatedArtifact.where(type='successor').resource;-
        540;title;string;EvidenceVariable-title;EvidenceVariable;-;EvidenceVariable.title;-
        541;topic;token;EvidenceVariable-topic;EvidenceVariable;-;EvidenceVariable.topic;-
        542;url;uri;EvidenceVariable-url;EvidenceVariable;-;EvidenceVariable.url;-
        543;version;token;EvidenceVariable-version;EvidenceVariable;-;EvidenceVariable.version;-
        544;context;token;ExampleScenario-context;ExampleScenario;-;(ExampleScenario.useContext.value as CodeableConcept);-
        545;context-quantity;quantity;ExampleScenario-context-quantity;ExampleScenario;-;(ExampleScenario.useContext.value as Quantity) | (ExampleScenario.useContext.value as Range);-
        546;context-type;token;ExampleScenario-context-type;ExampleScenario;-;ExampleScenario.useContext.code;-
        547;context-type-quantity;composite;ExampleScenario-context-type-quantity;ExampleScenario;-;ExampleScenario.useContext;context-type=code,context-quantity=value.as(Quantity) | value.as(Range)
        548;context-type-value;composite;ExampleScenario-context-type-value;ExampleScenario;-;ExampleScenario.useContext;context-type=code,context=value.as(CodeableConcept)
        549;date;date;ExampleScenario-date;ExampleScenario;-;ExampleScenario.date;-
        550;identifier;token;ExampleScenario-identifier;ExampleScenario;-;ExampleScenario.identifier;-
        551;jurisdiction;token;ExampleScenario-jurisdiction;ExampleScenario;-;ExampleScenario.jurisdiction;-
        552;name;string;ExampleScenario-name;ExampleScenario;-;ExampleScenario.name;-
        553;publisher;string;ExampleScenario-publisher;ExampleScenario;-;ExampleScenario.publisher;-
        554;status;token;ExampleScenario-status;ExampleScenario;-;ExampleScenario.status;-
        555;url;uri;ExampleScenario-url;ExampleScenario;-;ExampleScenario.url;-
        556;version;token;ExampleScenario-version;ExampleScenario;-;ExampleScenario.version;-
        557;care-team;reference;ExplanationOfBenefit-care-team;ExplanationOfBenefit;Practitioner,Organization,PractitionerRole;ExplanationOfBenefit.careTeam.provider;-
        558;claim;reference;ExplanationOfBenefit-claim;ExplanationOfBenefit;Claim;ExplanationOfBenefit.claim;-
        559;coverage;reference;ExplanationOfBenefit-coverage;ExplanationOfBenefit;Coverage;ExplanationOfBenefit.insurance.coverage;-
        560;created;date;ExplanationOfBenefit-created;ExplanationOfBenefit;-;ExplanationOfBenefit.created;-
        561;detail-udi;reference;ExplanationOfBenefit-detail-udi;ExplanationOfBenefit;Device;ExplanationOfBenefit.item.detail.udi;-
        562;disposition;string;ExplanationOfBenefit-disposition;ExplanationOfBenefit;-;ExplanationOfBenefit.disposition;-
        563;encounter;reference;ExplanationOfBenefit-encounter;ExplanationOfBenefit;Encounter;ExplanationOfBenefit.item.encounter;-
        564;enterer;reference;ExplanationOfBenefit-enterer;ExplanationOfBenefit;Practitioner,PractitionerRole;ExplanationOfBenefit.enterer;-
        565;facility;reference;ExplanationOfBenefit-facility;ExplanationOfBenefit;Location;ExplanationOfBenefit.facility;-
        566;identifier;token;ExplanationOfBenefit-identifier;ExplanationOfBenefit;-;ExplanationOfBenefit.identifier;-
        567;item-udi;reference;ExplanationOfBenefit-item-udi;ExplanationOfBenefit;Device;ExplanationOfBenefit.item.udi;-
        568;patient;reference;ExplanationOfBenefit-patient;ExplanationOfBenefit;Patient;ExplanationOfBenefit.patient;-
        569;payee;reference;ExplanationOfBenefit-payee;ExplanationOfBenefit;Practitioner,Organization,Patient,PractitionerRole,RelatedPerson;ExplanationOfBenefit.payee.party;-
        570;procedure-udi;reference;ExplanationOfBenefit-procedure-udi;ExplanationOfBenefit;Device;ExplanationOfBenefit.procedure.udi;-
        571;provider;reference;ExplanationOfBenefit-provider;ExplanationOfBenefit;Practitioner,Organization,PractitionerRole;ExplanationOfBenefit.provider;-
        572;status;token;ExplanationOfBenefit-status;ExplanationOfBenefit;-;ExplanationOfBenefit.status;-
        573;subdetail-udi;reference;ExplanationOfBenefit-subdetail-udi;ExplanationOfBenefit;Device;ExplanationOfBenefit.item.detail.subDetail.udi;-
        574;instantiates-canonical;reference;FamilyMemberHistory-instantiates-canonical;FamilyMemberHistory;Questionnaire,Measure,PlanDefinition,OperationDefinition,ActivityDefinition;FamilyMemberHistory.instantiatesCanonical;-
        575;instantiates-uri;uri;FamilyMemberHistory-instantiates-uri;FamilyMemberHistory;-;FamilyMemberHistory.instantiatesUri;-
        576;relationship;token;FamilyMemberHistory-relationship;FamilyMemberHistory;-;FamilyMemberHistory.relationship;-
        577;sex;token;FamilyMemberHistory-sex;FamilyMemberHistory;-;FamilyMemberHistory.sex;-
        578;status;token;FamilyMemberHistory-status;FamilyMemberHistory;-;FamilyMemberHistory.status;-
        579;author;reference;Flag-author;Flag;Practitioner,Organization,Device,Patient,PractitionerRole;Flag.author;-
        580;identifier;token;Flag-identifier;Flag;-;Flag.identifier;-
        581;subject;reference;Flag-subject;Flag;Practitioner,Group,Organization,Medication,Patient,PlanDefinition,Procedure,Location;Flag.subject;-
        582;achievement-status;token;Goal-achievement-status;Goal;-;Goal.achievementStatus;-
        583;category;token;Goal-category;Goal;-;Goal.category;-
        584;lifecycle-status;token;Goal-lifecycle-status;Goal;-;Goal.lifecycleStatus;-
        585;start-date;date;Goal-start-date;Goal;-;(Goal.start as date);-
        586;subject;reference;Goal-subject;Goal;Group,Organization,Patient;Goal.subject;-
        587;target-date;date;Goal-target-date;Goal;-;(Goal.target.due as date);-
        588;start;token;GraphDefinition-start;GraphDefinition;-;GraphDefinition.start;-
        589;actual;token;Group-actual;Group;-;Group.actual;-
        590;characteristic;token;Group-characteristic;Group;-;Group.characteristic.code;-
        591;characteristic-value;composite;Group-characteristic-value;Group;-;Group.characteristic;characteristic=code,value=value
        592;code;token;Group-code;Group;-;Group.code;-
        593;exclude;token;Group-exclude;Group;-;Group.characteristic.exclude;-
        594;identifier;token;Group-identifier;Group;-;Group.identifier;-
        595;managing-entity;reference;Group-managing-entity;Group;Practitioner,Organization,PractitionerRole,RelatedPerson;Group.managingEntity;-
        596;member;reference;Group-member;Group;Practitioner,Group,Device,Medication,Patient,Substance,PractitionerRole;Group.member.entity;-
        597;type;token;Group-type;Group;-;Group.type;-
        598;value;token;Group-value;Group;-;(Group.characteristic.value as CodeableConcept) | (Group.characteristic.value as boolean);-
        599;identifier;token;GuidanceResponse-identifier;GuidanceResponse;-;GuidanceResponse.identifier;-
        600;patient;reference;GuidanceResponse-patient;GuidanceResponse;Patient;GuidanceResponse.subject.where(resolve() is Patient);-
        601;request;token;GuidanceResponse-request;GuidanceResponse;-;GuidanceResponse.requestIdentifier;-
        602;subject;reference;GuidanceResponse-subject;GuidanceResponse;Group,Patient;GuidanceResponse.subject;-
        603;active;token;HealthcareService-active;HealthcareService;-;HealthcareService.active;-
        604;characteristic;token;HealthcareService-characteristic;HealthcareService;-;HealthcareService.characteristic;-
        605;coverage-area;reference;HealthcareService-coverage-area;HealthcareService;Location;HealthcareService.coverageArea;-
        606;endpoint;reference;HealthcareService-endpoint;HealthcareService;Endpoint;HealthcareService.endpoint;-
        607;identifier;token;HealthcareService-identifier;HealthcareService;-;HealthcareService.identifier;-
        608;location;reference;HealthcareService-location;HealthcareService;Location;HealthcareService.location;-
        609;name;string;HealthcareService-name;HealthcareService;-;HealthcareService.name;-
        610;organization;reference;HealthcareService-organization;HealthcareService;Organization;HealthcareService.providedBy;-
        611;program;token;HealthcareService-program;HealthcareService;-;HealthcareService.program;-
        612;service-category;token;HealthcareService-service-category;HealthcareService;-;HealthcareService.category;-
        613;service-type;token;HealthcareService-service-type;HealthcareService;-;HealthcareService.type;-
        614;specialty;token;HealthcareService-specialty;HealthcareService;-;HealthcareService.specialty;-
        615;basedon;reference;ImagingStudy-basedon;ImagingStudy;Appointment,AppointmentResponse,CarePlan,Task,ServiceRequest;ImagingStudy.basedOn;-
        616;bodysite;token;ImagingStudy-bodysite;ImagingStudy;-;ImagingStudy.series.bodySite;-
        617;dicom-class;token;ImagingStudy-dicom-class;ImagingStudy;-;ImagingStudy.series.instance.sopClass;-
        618;encounter;reference;ImagingStudy-encounter;ImagingStudy;Encounter;ImagingStudy.encounter;-
        619;endpoint;reference;ImagingStudy-endpoint;ImagingStudy;Endpoint;ImagingStudy.endpoint | ImagingStudy.series.endpoint;-
        620;instance;token;ImagingStudy-instance;ImagingStudy;-;ImagingStudy.series.instance.uid;-
        621;interpreter;reference;ImagingStudy-interpreter;ImagingStudy;Practitioner,PractitionerRole;ImagingStudy.interpreter;-
        622;modality;token;ImagingStudy-modality;ImagingStudy;-;ImagingStudy.series.modality;-
        623;performer;reference;ImagingStudy-performer;ImagingStudy;Practitioner,Organization,CareTeam,Device,Patient,PractitionerRole,RelatedPerson;ImagingStudy.series.performer.actor;-
        624;reason;token;ImagingStudy-reason;ImagingStudy;-;ImagingStudy.reasonCode;-
        625;referrer;reference;ImagingStudy-referrer;ImagingStudy;Practitioner,PractitionerRole;ImagingStudy.referrer;-
        626;series;token;ImagingStudy-series;ImagingStudy;-;ImagingStudy.series.uid;-
        627;started;date;ImagingStudy-started;ImagingStudy;-;ImagingStudy.started;-
        628;status;token;ImagingStudy-status;ImagingStudy;-;ImagingStudy.status;-
        629;subject;reference;ImagingStudy-subject;ImagingStudy;Group,Device,Patient;ImagingStudy.subject;-
        630;location;reference;Immunization-location;Immunization;Location;Immunization.location;-
        631;lot-number;string;Immunization-lot-number;Immunization;-;Immunization.lotNumber;-
        632;manufacturer;reference;Immunization-manufacturer;Immunization;Organization;Immunization.manufacturer;-
        633;performer;reference;Immunization-performer;Immunization;Practitioner,Organization,PractitionerRole;Immunization.performer.actor;-
        634;reaction;reference;Immunization-reaction;Immunization;Observation;Immunization.reaction.detail;-
        635;reaction-date;date;Immunization-reaction-date;Immunization;-;Immunization.reaction.date;-
        636;reason-code;token;Immunization-reason-code;Immunization;-;Immunization.reasonCode;-
        637;reason-reference;reference;Immunization-reason-reference;Immunization;Condition,Observation,DiagnosticReport;Immunization.reasonReference;-
        638;series;string;Immunization-series;Immunization;-;Immunization.protocolApplied.series;-
        639;status;token;Immunization-status;Immunization;-;Immunization.status;-
        640;status-reason;token;Immunization-status-reason;Immunization;-;Immunization.statusReason;-
        641;target-disease;token;Immunization-target-disease;Immunization;-;Immunization.protocolApplied.targetDisease;-
        642;vaccine-code;token;Immunization-vaccine-code;Immunization;-;Immunization.vaccineCode;-
        643;date;date;ImmunizationEvaluation-date;ImmunizationEvaluation;-;ImmunizationEvaluation.date;-
        644;dose-status;token;ImmunizationEvaluation-dose-status;ImmunizationEvaluation;-;ImmunizationEvaluation.doseStatus;-
        645;identifier;token;ImmunizationEvaluation-identifier;ImmunizationEvaluation;-;ImmunizationEvaluation.identifier;-
        646;immunization-event;reference;ImmunizationEvaluation-immunization-event;ImmunizationEvaluation;Immunization;ImmunizationEvaluation.immunizationEvent;-
        647;patient;reference;ImmunizationEvaluation-patient;ImmunizationEvaluation;Patient;ImmunizationEvaluation.patient;-
        648;status;token;ImmunizationEvaluation-status;ImmunizationEvaluation;-;ImmunizationEvaluation.status;-
        649;target-disease;token;ImmunizationEvaluation-target-disease;ImmunizationEvaluation;-;ImmunizationEvaluation.targetDisease;-
        650;date;date;ImmunizationRecommendation-date;ImmunizationRecommendation;-;ImmunizationRecommendation.date;-
        651;identifier;token;ImmunizationRecommendation-identifier;ImmunizationRecommendation;-;ImmunizationRecommendation.identifier;-
        652;information;reference;ImmunizationRecommendation-information;ImmunizationRecommendation;*;ImmunizationRecommendation.recommendation.supportingPatientInformation;-
        653;patient;reference;ImmunizationRecommendation-patient;ImmunizationRecommendation;Patient;ImmunizationRecommendation.patient;-
        654;status;token;ImmunizationRecommendation-status;ImmunizationRecommendation;-;ImmunizationRecommendation.recommendation.forecastStatus;-
        655;support;reference;ImmunizationRecommendation-support;ImmunizationRecommendation;Immunization,ImmunizationEvaluation;ImmunizationRecommendation.recommendation.supportingImmunization;-
        656;target-disease;token;ImmunizationRecommendation-target-disease;ImmunizationRecommendation;-;ImmunizationRecommendation.recommendation.targetDisease;-
        657;vaccine-type;token;ImmunizationRecommendation-vaccine-type;ImmunizationRecommendation;-;ImmunizationRecommendation.recommendation.vaccineCode;-
        658;depends-on;reference;ImplementationGuide-depends-on;ImplementationGuide;ImplementationGuide;ImplementationGuide.dependsOn.uri;-
        659;experimental;token;ImplementationGuide-experimental;ImplementationGuide;-;ImplementationGuide.experimental;-
        660;global;reference;ImplementationGuide-global;ImplementationGuide;StructureDefinition;ImplementationGuide.global.profile;-
        661;resource;reference;ImplementationGuide-resource;ImplementationGuide;*;ImplementationGuide.definition.resource.reference;-
        662;address;string;InsurancePlan-address;InsurancePlan;-;InsurancePlan.contact.address;-
        663;address-city;string;InsurancePlan-address-city;InsurancePlan;-;InsurancePlan.contact.address.city;-
        664;address-country;string;InsurancePlan-address-country;InsurancePlan;-;InsurancePlan.contact.address.country;-
        665;address-postalcode;string;InsurancePlan-address-postalcode;InsurancePlan;-;InsurancePlan.contact.address.postalCode;-
        666;address-state;string;InsurancePlan-address-state;InsurancePlan;-;InsurancePlan.contact.address.state;-
        667;address-use;token;InsurancePlan-address-use;InsurancePlan;-;InsurancePlan.contact.address.use;-
        668;administered-by;reference;InsurancePlan-administered-by;InsurancePlan;Organization;InsurancePlan.administeredBy;-
        669;endpoint;reference;InsurancePlan-endpoint;InsurancePlan;Endpoint;InsurancePlan.endpoint;-
        670;identifier;token;InsurancePlan-identifier;InsurancePlan;-;InsurancePlan.identifier;-
        671;name;string;InsurancePlan-name;InsurancePlan;-;name | alias;-
        672;owned-by;reference;InsurancePlan-owned-by;InsurancePlan;Organization;InsurancePlan.ownedBy;-
        673;phonetic;string;InsurancePlan-phonetic;InsurancePlan;-;InsurancePlan.name;-
        674;status;token;InsurancePlan-status;InsurancePlan;-;InsurancePlan.status;-
        675;type;token;InsurancePlan-type;InsurancePlan;-;InsurancePlan.type;-
        676;account;reference;Invoice-account;Invoice;Account;Invoice.account;-
        677;date;date;Invoice-date;Invoice;-;Invoice.date;-
        678;identifier;token;Invoice-identifier;Invoice;-;Invoice.identifier;-
        679;issuer;reference;Invoice-issuer;Invoice;Organization;Invoice.issuer;-
        680;participant;reference;Invoice-participant;Invoice;Practitioner,Organization,Device,Patient,PractitionerRole,RelatedPerson;Invoice.participant.actor;-
        681;participant-role;token;Invoice-participant-role;Invoice;-;Invoice.participant.role;-
        682;patient;reference;Invoice-patient;Invoice;Patient;Invoice.subject.where(resolve() is Patient);-
        683;recipient;reference;Invoice-recipient;Invoice;Organization,Patient,RelatedPerson;Invoice.recipient;-
        684;status;token;Invoice-status;Invoice;-;Invoice.status;-
        685;subject;reference;Invoice-subject;Invoice;Group,Patient;Invoice.subject;-
        686;totalgross;quantity;Invoice-totalgross;Invoice;-;Invoice.totalGross;-
        687;totalnet;quantity;Invoice-totalnet;Invoice;-;Invoice.totalNet;-
        688;type;token;Invoice-type;Invoice;-;Invoice.type;-
        689;composed-of;reference;Library-composed-of;Library;*;Library.relatedArtifact.where(type='composed-of').resource;-
        690;content-type;token;Library-content-type;Library;-;Library.content.contentType;-
        691;context;token;Library-context;Library;-;(Library.useContext.value as CodeableConcept);-
        692;context-quantity;quantity;Library-context-quantity;Library;-;(Library.useContext.value as Quantity) | (Library.useContext.value as Range);-
        693;context-type;token;Library-context-type;Library;-;Library.useContext.code;-
        694;context-type-quantity;composite;Library-context-type-quantity;Library;-;Library.useContext;context-type=code,context-quantity=value.as(Quantity) | value.as(Range)
        695;context-type-value;composite;Library-context-type-value;Library;-;Library.useContext;context-type=code,context=value.as(CodeableConcept)
        696;date;date;Library-date;Library;-;Library.date;-
        697;depends-on;reference;Library-depends-on;Library;*;Library.relatedArtifact.where(type='depends-on').resource;-
        698;derived-from;reference;Library-derived-from;Library;*;Library.relatedArtifact.where(type='derived-from').resource;-
        699;description;string;Library-description;Library;-;Library.description;-
        700;effective;date;Library-effective;Library;-;Library.effectivePeriod;-
        701;identifier;token;Library-identifier;Library;-;Library.identifier;-
        702;jurisdiction;token;Library-jurisdiction;Library;-;Library.jurisdiction;-
        703;name;string;Library-name;Library;-;Library.name;-
        704;predecessor;reference;Library-predecessor;Library;*;Library.relatedArtifact.where(type='predecessor').resource;-
        705;publisher;string;Library-publisher;Library;-;Library.publisher;-
        706;status;token;Library-status;Library;-;Library.status;-
        707;successor;reference;Library-successor;Library;*;Library.relatedArtifact.where(type='successor').resource;-
        708;title;string;Library-title;Library;-;Library.title;-
        709;topic;token;Library-topic;Library;-;Library.topic;-
        710;type;token;Library-type;Library;-;Library.type;-
        711;url;uri;Library-url;Library;-;Library.url;-
        712;version;token;Library-version;Library;-;Library.version;-
        713;author;reference;Linkage-author;Linkage;Practitioner,Organization,PractitionerRole;Linkage.author;-
        714;item;reference;Linkage-item;Linkage;*;Linkage.item.resource;-
        715;source;reference;Linkage-source;Linkage;*;Linkage.item.resource;-
        716;empty-reason;token;List-empty-reason;List;-;List.emptyReason;-
        717;item;reference;List-item;List;*;List.entry.item;-
        718;notes;string;List-notes;List;-;List.note.text;-
        719;source;reference;List-source;List;Practitioner,Device,Patient,PractitionerRole;List.source;-
        720;status;token;List-status;List;-;List.status;-
        721;subject;reference;List-subject;List;Group,Device,Patient,Location;List.subject;-
        722;title;string;List-title;List;-;List.title;-
        723;address;string;Location-address;Location;-;Location.address;-
        724;address-city;string;Location-address-city;Location;-;Location.address.city;-
        725;address-country;string;Location-address-country;Location;-;Location.address.country;-
        726;address-postalcode;string;Location-address-postalcode;Location;-;Location.address.postalCode;-
        727;address-state;string;Location-address-state;Location;-;Location.address.state;-
        728;address-use;token;Location-address-use;Location;-;Location.address.use;-
        729;endpoint;reference;Location-endpoint;Location;Endpoint;Location.endpoint;-
        730;identifier;token;Location-identifier;Location;-;Location.identifier;-
        731;name;string;Location-name;Location;-;Location.name | Location.alias;-
        732;near;special;Location-near;Location;-;Location.position;-
        733;operational-status;token;Location-operational-status;Location;-;Location.operationalStatus;-
        734;organization;reference;Location-organization;Location;Organization;Location.managingOrganization;-
        735;partof;reference;Location-partof;Location;Location;Location.partOf;-
        736;status;token;Location-status;Location;-;Location.status;-
        737;type;token;Location-type;Location;-;Location.type;-
        738;composed-of;reference;Measure-composed-of;Measure;*;Measure.relatedArtifact.where(type='composed-of').resource;-
        739;context;token;Measure-context;Measure;-;(Measure.useContext.value as CodeableConcept);-
        740;context-quantity;quantity;Measure-context-quantity;Measure;-;(Measure.useContext.value as Quantity) | (Measure.useContext.value as Range);-
        741;context-type;token;Measure-context-type;Measure;-;Measure.useContext.code;-
        742;context-type-quantity;composite;Measure-context-type-quantity;Measure;-;Measure.useContext;context-type=code,context-quantity=value.as(Quantity) | value.as(Range)
        743;context-type-value;composite;Measure-context-type-value;Measure;-;Measure.useContext;context-type=code,context=value.as(CodeableConcept)
        744;date;date;Measure-date;Measure;-;Measure.date;-
        745;depends-on;reference;Measure-depends-on;Measure;*;Measure.relatedArtifact.where(type='depends-on').resource | Measure.library;-
        746;derived-from;reference;Measure-derived-from;Measure;*;Measure.relatedArtifact.where(type='derived-from').resource;-
        747;description;string;Measure-description;Measure;-;Measure.description;-
        748;effective;date;Measure-effective;Measure;-;Measure.effectivePeriod;-
        749;identifier;token;Measure-identifier;Measure;-;Measure.identifier;-
        750;jurisdiction;token;Measure-jurisdiction;Measure;-;Measure.jurisdiction;-
        751;name;string;Measure-name;Measure;-;Measure.name;-
        752;predecessor;reference;Measure-predecessor;Measure;*;Measure.relatedArtifact.where(type='predecessor').resource;-
        753;publisher;string;Measure-publisher;Measure;-;Measure.publisher;-
        754;status;token;Measure-status;Measure;-;Measure.status;-
        755;successor;reference;Measure-successor;Measure;*;Measure.relatedArtifact.where(type='successor').resource;-
        756;title;string;Measure-title;Measure;-;Measure.title;-
        757;topic;token;Measure-topic;Measure;-;Measure.topic;-
        758;url;uri;Measure-url;Measure;-;Measure.url;-
        759;version;token;Measure-version;Measure;-;Measure.version;-
        760;date;date;MeasureReport-date;MeasureReport;-;MeasureReport.date;-
        761;evaluated-resource;reference;MeasureReport-evaluated-resource;MeasureReport;*;MeasureReport.evaluatedResource;-
        762;identifier;token;MeasureReport-identifier;MeasureReport;-;MeasureReport.identifier;-
        763;measure;reference;MeasureReport-measure;MeasureReport;Measure;MeasureReport.measure;-
        764;patient;reference;MeasureReport-patient;MeasureReport;Patient;MeasureReport.subject.where(resolve() is Patient);-
        765;period;date;MeasureReport-period;MeasureReport;-;MeasureReport.period;-
        766;reporter;reference;MeasureReport-reporter;MeasureReport;Practitioner,Organization,PractitionerRole,Location;MeasureReport.reporter;-
        767;status;token;MeasureReport-status;MeasureReport;-;MeasureReport.status;-
        768;subject;reference;MeasureReport-subject;MeasureReport;Practitioner,Group,Device,Patient,PractitionerRole,RelatedPerson,Location;MeasureReport.subject;-
        769;based-on;reference;Media-based-on;Media;CarePlan,ServiceRequest;Media.basedOn;-
        770;created;date;Media-created;Media;-;Media.created;-
        771;device;reference;Media-device;Media;Device,DeviceMetric;Media.device;-
        772;encounter;reference;Media-encounter;Media;Encounter;Media.encounter;-
        773;identifier;token;Media-identifier;Media;-;Media.identifier;-
        774;modality;token;Media-modality;Media;-;Media.modality;-
        775;operator;reference;Media-operator;Media;Practitioner,Organization,CareTeam,Device,Patient,PractitionerRole,RelatedPerson;Media.operator;-
        776;patient;reference;Media-patient;Media;Patient;Media.subject.where(resolve() is Patient);-
        777;site;token;Media-site;Media;-;Media.bodySite;-
        778;status;token;Media-status;Media;-;Media.status;-
        779;subject;reference;Media-subject;Media;Practitioner,Group,Specimen,Device,Patient,PractitionerRole,Location;Media.subject;-
        780;type;token;Media-type;Media;-;Media.type;-
        781;view;token;Media-view;Media;-;Media.view;-
        782;expiration-date;date;Medication-expiration-date;Medication;-;Medication.batch.expirationDate;-
        783;form;token;Medication-form;Medication;-;Medication.form;-
        784;identifier;token;Medication-identifier;Medication;-;Medication.identifier;-
        785;ingredient;reference;Medication-ingredient;Medication;Medication,Substance;(Medication.ingredient.item as Reference);-
        786;ingredient-code;token;Medication-ingredient-code;Medication;-;(Medication.ingredient.item as CodeableConcept);-
        787;lot-number;token;Medication-lot-number;Medication;-;Medication.batch.lotNumber;-
        788;manufacturer;reference;Medication-manufacturer;Medication;Organization;Medication.manufacturer;-
        789;status;token;Medication-status;Medication;-;Medication.status;-
        790;context;reference;MedicationAdministration-context;MedicationAdministration;EpisodeOfCare,Encounter;MedicationAdministration.context;-
        791;device;reference;MedicationAdministration-device;MedicationAdministration;Device;MedicationAdministration.device;-
        792;effective-time;date;MedicationAdministration-effective-time;MedicationAdministration;-;MedicationAdministration.effective;-
        793;performer;reference;MedicationAdministration-performer;MedicationAdministration;Practitioner,Device,Patient,PractitionerRole,RelatedPerson;MedicationAdministration.performer.actor;-
        794;reason-given;token;MedicationAdministration-reason-given;MedicationAdministration;-;MedicationAdministration.reasonCode;-
        795;reason-not-given;token;MedicationAdministration-reason-not-given;MedicationAdministration;-;MedicationAdministration.statusReason;-
        796;request;reference;MedicationAdministration-request;MedicationAdministration;MedicationRequest;MedicationAdministration.request;-
        797;subject;reference;MedicationAdministration-subject;MedicationAdministration;Group,Patient;MedicationAdministration.subject;-
        798;context;reference;MedicationDispense-context;MedicationDispense;EpisodeOfCare,Encounter;MedicationDispense.context;-
        799;destination;reference;MedicationDispense-destination;MedicationDispense;Location;MedicationDispense.destination;-
        800;performer;reference;MedicationDispense-performer;MedicationDispense;Practitioner,Organization,Device,Patient,PractitionerRole,RelatedPerson;MedicationDispense.performer.actor;-
        801;receiver;reference;MedicationDispense-receiver;MedicationDispense;Practitioner,Patient;MedicationDispense.receiver;-
        802;responsibleparty;reference;MedicationDispense-responsibleparty;MedicationDispense;Practitioner,PractitionerRole;MedicationDispense.substitution.responsibleParty;-
        803;subject;reference;MedicationDispense-subject;MedicationDispense;Group,Patient;MedicationDispense.subject;-
        804;type;token;MedicationDispense-type;MedicationDispense;-;MedicationDispense.type;-
        805;whenhandedover;date;MedicationDispense-whenhandedover;MedicationDispense;-;MedicationDispense.whenHandedOver;-
        806;whenprepared;date;MedicationDispense-whenprepared;MedicationDispense;-;MedicationDispense.whenPrepared;-
        807;classification;token;MedicationKnowledge-classification;MedicationKnowledge;-;MedicationKnowledge.medicineClassification.classification;-
        808;classification-type;token;MedicationKnowledge-classification-type;MedicationKnowledge;-;MedicationKnowledge.medicineClassification.type;-
        809;code;token;MedicationKnowledge-code;MedicationKnowledge;-;MedicationKnowledge.code;-
        810;doseform;token;MedicationKnowledge-doseform;MedicationKnowledge;-;MedicationKnowledge.doseForm;-
        811;ingredient;reference;MedicationKnowledge-ingredient;MedicationKnowledge;Substance;(MedicationKnowledge.ingredient.item as Reference);-
        812;ingredient-code;token;MedicationKnowledge-ingredient-code;MedicationKnowledge;-;(MedicationKnowledge.ingredient.item as CodeableConcept);-
        813;manufacturer;reference;MedicationKnowledge-manufacturer;MedicationKnowledge;Organization;MedicationKnowledge.manufacturer;-
        814;monitoring-program-name;token;MedicationKnowledge-monitoring-program-name;MedicationKnowledge;-;MedicationKnowledge.monitoringProgram.name;-
        815;monitoring-program-type;token;MedicationKnowledge-monitoring-program-type;MedicationKnowledge;-;MedicationKnowledge.monitoringProgram.type;-
        816;monograph;reference;MedicationKnowledge-monograph;MedicationKnowledge;Media,DocumentReference;MedicationKnowledge.monograph.source;-
        817;monograph-type;token;MedicationKnowledge-monograph-type;MedicationKnowledge;-;MedicationKnowledge.monograph.type;-
        818;source-cost;token;MedicationKnowledge-source-cost;MedicationKnowledge;-;MedicationKnowledge.cost.source;-
        819;status;token;MedicationKnowledge-status;MedicationKnowledge;-;MedicationKnowledge.status;-
        820;authoredon;date;MedicationRequest-authoredon;MedicationRequest;-;MedicationRequest.authoredOn;-
        821;category;token;MedicationRequest-category;MedicationRequest;-;MedicationRequest.category;-
        822;intended-dispenser;reference;MedicationRequest-intended-dispenser;MedicationRequest;Organization;MedicationRequest.dispenseRequest.performer;-
        823;intended-performer;reference;MedicationRequest-intended-performer;MedicationRequest;Practitioner,Organization,CareTeam,Device,Patient,PractitionerRole,RelatedPerson;MedicationRequest.performer;-
        824;intended-performertype;token;MedicationRequest-intended-performertype;MedicationRequest;-;MedicationRequest.performerType;-
        825;intent;token;MedicationRequest-intent;MedicationRequest;-;MedicationRequest.intent;-
        826;priority;token;MedicationRequest-priority;MedicationRequest;-;MedicationRequest.priority;-
        827;requester;reference;MedicationRequest-requester;MedicationRequest;Practitioner,Organization,Device,Patient,PractitionerRole,RelatedPerson;MedicationRequest.requester;-
        828;subject;reference;MedicationRequest-subject;MedicationRequest;Group,Patient;MedicationRequest.subject;-
        829;category;token;MedicationStatement-category;MedicationStatement;-;MedicationStatement.category;-
        830;context;reference;MedicationStatement-context;MedicationStatement;EpisodeOfCare,Encounter;MedicationStatement.context;-
        831;effective;date;MedicationStatement-effective;MedicationStatement;-;MedicationStatement.effective;-
        832;part-of;reference;MedicationStatement-part-of;MedicationStatement;MedicationDispense,Observation,MedicationAdministration,Procedure,MedicationStatement;MedicationStatement.partOf;-
        833;source;reference;MedicationStatement-source;MedicationStatement;Practitioner,Organization,Patient,PractitionerRole,RelatedPerson;MedicationStatement.informationSource;-
        834;subject;reference;MedicationStatement-subject;MedicationStatement;Group,Patient;MedicationStatement.subject;-
        835;identifier;token;MedicinalProduct-identifier;MedicinalProduct;-;MedicinalProduct.identifier;-
        836;name;string;MedicinalProduct-name;MedicinalProduct;-;MedicinalProduct.name.productName;-
        837;name-language;token;MedicinalProduct-name-language;MedicinalProduct;-;MedicinalProduct.name.countryLanguage.language;-
        838;country;token;MedicinalProductAuthorization-country;MedicinalProductAuthorization;-;MedicinalProductAuthorization.country;-
        839;holder;reference;MedicinalProductAuthorization-holder;MedicinalProductAuthorization;Organization;MedicinalProductAuthorization.holder;-
        840;identifier;token;MedicinalProductAuthorization-identifier;MedicinalProductAuthorization;-;MedicinalProductAuthorization.identifier;-
        841;status;token;MedicinalProductAuthorization-status;MedicinalProductAuthorization;-;MedicinalProductAuthorization.status;-
        842;subject;reference;MedicinalProductAuthorization-subject;MedicinalProductAuthorization;MedicinalProductPackaged,MedicinalProduct;MedicinalProductAuthorization.subject;-
        843;subject;reference;MedicinalProductContraindication-subject;MedicinalProductContraindication;Medication,MedicinalProduct;MedicinalProductContraindication.subject;-
        844;subject;reference;MedicinalProductIndication-subject;MedicinalProductIndication;Medication,MedicinalProduct;MedicinalProductIndication.subject;-
        845;subject;reference;MedicinalProductInteraction-subject;MedicinalProductInteraction;Medication,Substance,MedicinalProduct;MedicinalProductInteraction.subject;-
        846;identifier;token;MedicinalProductPackaged-identifier;MedicinalProductPackaged;-;MedicinalProductPackaged.identifier;-
        847;subject;reference;MedicinalProductPackaged-subject;MedicinalProductPackaged;MedicinalProduct;MedicinalProductPackaged.subject;-
        848;identifier;token;MedicinalProductPharmaceutical-identifier;MedicinalProductPharmaceutical;-;MedicinalProductPharmaceutical.identifier;-
        849;route;token;MedicinalProductPharmaceutical-route;MedicinalProductPharmaceutical;-;MedicinalProductPharmaceutical.routeOfAdministration.code;-
        850;target-species;token;MedicinalProductPharmaceutical-target-species;MedicinalProductPharmaceutical;-;MedicinalProductPharmaceutical.routeOfAdministration.targetSpecies.code;-
        851;subject;reference;MedicinalProductUndesirableEffect-subject;MedicinalProductUndesirableEffect;Medication,MedicinalProduct;MedicinalProductUndesirableEffect.subject;-
        852;category;token;MessageDefinition-category;MessageDefinition;-;MessageDefinition.category;-
        853;event;token;MessageDefinition-event;MessageDefinition;-;MessageDefinition.event;-
        854;focus;token;MessageDefinition-focus;MessageDefinition;-;MessageDefinition.focus.code;-
        855;parent;reference;MessageDefinition-parent;MessageDefinition;PlanDefinition,ActivityDefinition;MessageDefinition.parent;-
        856;author;reference;MessageHeader-author;MessageHeader;Practitioner,PractitionerRole;MessageHeader.author;-
        857;code;token;MessageHeader-code;MessageHeader;-;MessageHeader.response.code;-
        858;destination;string;MessageHeader-destination;MessageHeader;-;MessageHeader.destination.name;-
        859;destination-uri;uri;MessageHeader-destination-uri;MessageHeader;-;MessageHeader.destination.endpoint;-
        860;enterer;reference;MessageHeader-enterer;MessageHeader;Practitioner,PractitionerRole;MessageHeader.enterer;-
        861;event;token;MessageHeader-event;MessageHeader;-;MessageHeader.event;-
        862;focus;reference;MessageHeader-focus;MessageHeader;*;MessageHeader.focus;-
        863;receiver;reference;MessageHeader-receiver;MessageHeader;Practitioner,Organization,PractitionerRole;MessageHeader.destination.receiver;-
        864;response-id;token;MessageHeader-response-id;MessageHeader;-;MessageHeader.response.identifier;-
        865;responsible;reference;MessageHeader-responsible;MessageHeader;Practitioner,Organization,PractitionerRole;MessageHeader.responsible;-
        866;sender;reference;MessageHeader-sender;MessageHeader;Practitioner,Organization,PractitionerRole;MessageHeader.sender;-
        867;source;string;MessageHeader-source;MessageHeader;-;MessageHeader.source.name;-
        868;source-uri;uri;MessageHeader-source-uri;MessageHeader;-;MessageHeader.source.endpoint;-
        869;target;reference;MessageHeader-target;MessageHeader;Device;MessageHeader.destination.target;-
        870;chromosome;token;MolecularSequence-chromosome;MolecularSequence;-;MolecularSequence.referenceSeq.chromosome;-
        871;chromosome-variant-coordinate;composite;MolecularSequence-chromosome-variant-coordinate;MolecularSequence;-;MolecularSequence.variant;chromosome=%resource.referenceSeq.chromosome,variant-start=start,variant-end=end
        872;chromosome-window-coordinate;composite;MolecularSequence-chromosome-window-coordinate;MolecularSequence;-;MolecularSequence.referenceSeq;chromosome=chromosome,window-start=windowStart,window-end=windowEnd
        873;identifier;token;MolecularSequence-identifier;MolecularSequence;-;MolecularSequence.identifier;-
        874;patient;reference;MolecularSequence-patient;MolecularSequence;Patient;MolecularSequence.patient;-
        875;referenceseqid;token;MolecularSequence-referenceseqid;MolecularSequence;-;MolecularSequence.referenceSeq.referenceSeqId;-
        876;referenceseqid-variant-coordinate;composite;MolecularSequence-referenceseqid-variant-coordinate;MolecularSequence;-;MolecularSequence.variant;referenceseqid=%resource.referenceSeq.referenceSeqId,variant-start=start,variant-end=end
        877;referenceseqid-window-coordinate;composite;MolecularSequence-referenceseqid-window-coordinate;MolecularSequence;-;MolecularSequence.referenceSeq;referenceseqid=referenceSeqId,window-start=windowStart,window-end=windowEnd
        878;type;token;MolecularSequence-type;MolecularSequence;-;MolecularSequence.type;-
        879;variant-end;number;MolecularSequence-variant-end;MolecularSequence;-;MolecularSequence.variant.end;-
        880;variant-start;number;MolecularSequence-variant-start;MolecularSequence;-;MolecularSequence.variant.start;-
        881;window-end;number;MolecularSequence-window-end;MolecularSequence;-;MolecularSequence.referenceSeq.windowEnd;-
        882;window-start;number;MolecularSequence-window-start;MolecularSequence;-;MolecularSequence.referenceSeq.windowStart;-
        883;contact;string;NamingSystem-contact;NamingSystem;-;NamingSystem.contact.name;-
        884;id-type;token;NamingSystem-id-type;NamingSystem;-;NamingSystem.uniqueId.type;-
        885;kind;token;NamingSystem-kind;NamingSystem;-;NamingSystem.kind;-
        886;period;date;NamingSystem-period;NamingSystem;-;NamingSystem.uniqueId.period;-
        887;responsible;string;NamingSystem-responsible;NamingSystem;-;NamingSystem.responsible;-
        888;telecom;token;NamingSystem-telecom;NamingSystem;-;NamingSystem.contact.telecom;-
        889;type;token;NamingSystem-type;NamingSystem;-;NamingSystem.type;-
        890;value;string;NamingSystem-value;NamingSystem;-;NamingSystem.uniqueId.value;-
        891;additive;token;NutritionOrder-additive;NutritionOrder;-;NutritionOrder.enteralFormula.additiveType;-
        892;datetime;date;NutritionOrder-datetime;NutritionOrder;-;NutritionOrder.dateTime;-
        893;formula;token;NutritionOrder-formula;NutritionOrder;-;NutritionOrder.enteralFormula.baseFormulaType;-
        894;instantiates-canonical;reference;NutritionOrder-instantiates-canonical;NutritionOrder;PlanDefinition,ActivityDefinition;NutritionOrder.instantiatesCanonical;-
        895;instantiates-uri;uri;NutritionOrder-instantiates-uri;NutritionOrder;-;NutritionOrder.instantiatesUri;-
        896;oraldiet;token;NutritionOrder-oraldiet;NutritionOrder;-;NutritionOrder.oralDiet.type;-
        897;provider;reference;NutritionOrder-provider;NutritionOrder;Practitioner,PractitionerRole;NutritionOrder.orderer;-
        898;status;token;NutritionOrder-status;NutritionOrder;-;NutritionOrder.status;-
        899;supplement;token;NutritionOrder-supplement;NutritionOrder;-;NutritionOrder.supplement.type;-
        900;based-on;reference;Observation-based-on;Observation;CarePlan,MedicationRequest,NutritionOrder,DeviceRequest,ServiceRequest,ImmunizationRecommendation;Observation.basedOn;-
        901;category;token;Observation-category;Observation;-;Observation.category;-
        902;code-value-concept;composite;Observation-code-value-concept;Observation;-;Observation;code=code,value-concept=value.as(CodeableConcept)
        903;code-value-date;composite;Observation-code-value-date;Observation;-;Observation;code=code,value-date=value.as(DateTime) | value.as(Period)
        904;code-value-quantity;composite;Observation-code-value-quantity;Observation;-;Observation;code=code,value-quantity=value.as(Quantity)
        905;code-value-string;composite;Observation-code-value-string;Observation;-;Observation;code=code,value-string=value.as(string)
        906;combo-code;token;Observation-combo-code;Observation;-;Observation.code | Observation.component.code;-
        907;combo-code-value-concept;composite;Observation-combo-code-value-concept;Observation;-;Observation | Observation.component;combo-code=code,combo-value-concept=value.as(CodeableConcept)
        908;combo-code-value-quantity;composite;Observation-combo-code-value-quantity;Observation;-;Observation | Observation.component;combo-code=code,combo-value-quantity=value.as(Quantity)
        909;combo-data-absent-reason;token;Observation-combo-data-absent-reason;Observation;-;Observation.dataAbsentReason | Observation.component.dataAbsentReason;-
        910;combo-value-concept;token;Observation-combo-value-concept;Observation;-;(Observation.value as CodeableConcept) | (Observation.component.value as CodeableConcept);-
        911;combo-value-quantity;quantity;Observation-combo-value-quantity;Observation;-;(Observation.value as Quantity) | (Observation.value as SampledData) | (Observation.component.value as Quantity) | (Observation.component.value as SampledData);-
        912;component-code;token;Observation-component-code;Observation;-;Observation.component.code;-
        913;component-code-value-concept;composite;Observation-component-code-value-concept;Observation;-;Observation.component;component-code=code,component-value-concept=value.as(CodeableConcept)
        914;component-code-value-quantity;composite;Observation-component-code-value-quantity;Observation;-;Observation.component;component-code=code,component-value-quantity=value.as(Quantity)
        915;component-data-absent-reason;token;Observation-component-data-absent-reason;Observation;-;Observation.component.dataAbsentReason;-
        916;component-value-concept;token;Observation-component-value-concept;Observation;-;(Observation.component.value as CodeableConcept);-
        917;component-value-quantity;quantity;Observation-component-value-quantity;Observation;-;(Observation.component.value as Quantity) | (Observation.component.value as SampledData);-
        918;data-absent-reason;token;Observation-data-absent-reason;Observation;-;Observation.dataAbsentReason;-
        919;derived-from;reference;Observation-derived-from;Observation;Media,Observation,ImagingStudy,MolecularSequence,QuestionnaireResponse,DocumentReference;Observation.derivedFrom;-
        920;device;reference;Observation-device;Observation;Device,DeviceMetric;Observation.device;-
        921;focus;reference;Observation-focus;Observation;*;Observation.focus;-
        922;has-member;reference;Observation-has-member;Observation;Observation,MolecularSequence,QuestionnaireResponse;Observation.hasMember;-
        923;method;token;Observation-method;Observation;-;Observation.method;-
        924;part-of;reference;Observation-part-of;Observation;Immunization,MedicationDispense,MedicationAdministration,Procedure,ImagingStudy,MedicationStatement;Observation.partOf;-
        925;performer;reference;Observation-performer;Observation;Practitioner,Organization,CareTeam,Patient,PractitionerRole,RelatedPerson;Observation.performer;-
        926;specimen;reference;Observation-specimen;Observation;Specimen;Observation.specimen;-
        927;status;token;Observation-status;Observation;-;Observation.status;-
        928;subject;reference;Observation-subject;Observation;Group,Device,Patient,Location;Observation.subject;-
        929;value-concept;token;Observation-value-concept;Observation;-;(Observation.value as CodeableConcept);-
        930;value-date;date;Observation-value-date;Observation;-;(Observation.value as dateTime) | (Observation.value as Period);-
        931;value-quantity;quantity;Observation-value-quantity;Observation;-;(Observation.value as Quantity) | (Observation.value as SampledData);-
        932;value-string;string;Observation-value-string;Observation;-;(Observation.value as string) | (Observation.value as CodeableConcept).text;-
        933;base;reference;OperationDefinition-base;OperationDefinition;OperationDefinition;OperationDefinition.base;-
        934;code;token;OperationDefinition-code;OperationDefinition;-;OperationDefinition.code;-
        935;input-profile;reference;OperationDefinition-input-profile;OperationDefinition;StructureDefinition;OperationDefinition.inputProfile;-
        936;instance;token;OperationDefinition-instance;OperationDefinition;-;OperationDefinition.instance;-
        937;kind;token;OperationDefinition-kind;OperationDefinition;-;OperationDefinition.kind;-
        938;output-profile;reference;OperationDefinition-output-profile;OperationDefinition;StructureDefinition;OperationDefinition.outputProfile;-
        939;system;token;OperationDefinition-system;OperationDefinition;-;OperationDefinition.system;-
        940;type;token;OperationDefinition-type;OperationDefinition;-;OperationDefinition.type;-
        941;active;token;Organization-active;Organization;-;Organization.active;-
        942;address;string;Organization-address;Organization;-;Organization.address;-
        943;address-city;string;Organization-address-city;Organization;-;Organization.address.city;-
        944;address-country;string;Organization-address-country;Organization;-;Organization.address.country;-
        945;address-postalcode;string;Organization-address-postalcode;Organization;-;Organization.address.postalCode;-
        946;address-state;string;Organization-address-state;Organization;-;Organization.address.state;-
        947;address-use;token;Organization-address-use;Organization;-;Organization.address.use;-
        948;endpoint;reference;Organization-endpoint;Organization;Endpoint;Organization.endpoint;-
        949;identifier;token;Organization-identifier;Organization;-;Organization.identifier;-
        950;name;string;Organization-name;Organization;-;Organization.name | Organization.alias;-
        951;partof;reference;Organization-partof;Organization;Organization;Organization.partOf;-
        952;phonetic;string;Organization-phonetic;Organization;-;Organization.name;-
        953;type;token;Organization-type;Organization;-;Organization.type;-
        954;active;token;OrganizationAffiliation-active;OrganizationAffiliation;-;OrganizationAffiliation.active;-
        955;date;date;OrganizationAffiliation-date;OrganizationAffiliation;-;OrganizationAffiliation.period;-
        956;email;token;OrganizationAffiliation-email;OrganizationAffiliation;-;OrganizationAffiliation.telecom.where(system='email');-
        957;endpoint;reference;OrganizationAffiliation-endpoint;OrganizationAffiliation;Endpoint;OrganizationAffiliation.endpoint;-
        958;identifier;token;OrganizationAffiliation-identifier;OrganizationAffiliation;-;OrganizationAffiliation.identifier;-
        959;location;reference;OrganizationAffiliation-location;OrganizationAffiliation;Location;OrganizationAffiliation.location;-
        960;network;reference;OrganizationAffiliation-network;OrganizationAffiliation;Organization;OrganizationAffiliation.network;-
        961;participating-organization;reference;OrganizationAffiliation-participating-organization;OrganizationAffiliation;Organization;OrganizationAffiliation.participatingOrganization;-
        962;phone;token;OrganizationAffiliation-phone;OrganizationAffiliation;-;OrganizationAffiliation.telecom.where(system='phone');-
        963;primary-organization;reference;OrganizationAffiliation-primary-organization;OrganizationAffiliation;Organization;OrganizationAffiliation.organization;-
        964;role;token;OrganizationAffiliation-role;OrganizationAffiliation;-;OrganizationAffiliation.code;-
        965;service;reference;OrganizationAffiliation-service;OrganizationAffiliation;HealthcareService;OrganizationAffiliation.healthcareService;-
        966;specialty;token;OrganizationAffiliation-specialty;OrganizationAffiliation;-;OrganizationAffiliation.specialty;-
        967;telecom;token;OrganizationAffiliation-telecom;OrganizationAffiliation;-;OrganizationAffiliation.telecom;-
        968;active;token;Patient-active;Patient;-;Patient.active;-
        969;death-date;date;Patient-death-date;Patient;-;(Patient.deceased as dateTime);-
        970;deceased;token;Patient-deceased;Patient;-;Patient.deceased.exists() and Patient.deceased != false;-
        971;general-practitioner;reference;Patient-general-practitioner;Patient;Practitioner,Organization,PractitionerRole;Patient.generalPractitioner;-
        972;identifier;token;Patient-identifier;Patient;-;Patient.identifier;-
        973;language;token;Patient-language;Patient;-;Patient.communication.language;-
        974;link;reference;Patient-link;Patient;Patient,RelatedPerson;Patient.link.other;-
        975;name;string;Patient-name;Patient;-;Patient.name;-
        976;organization;reference;Patient-organization;Patient;Organization;Patient.managingOrganization;-
        977;created;date;PaymentNotice-created;PaymentNotice;-;PaymentNotice.created;-
        978;identifier;token;PaymentNotice-identifier;PaymentNotice;-;PaymentNotice.identifier;-
        979;payment-status;token;PaymentNotice-payment-status;PaymentNotice;-;PaymentNotice.paymentStatus;-
        980;provider;reference;PaymentNotice-provider;PaymentNotice;Practitioner,Organization,PractitionerRole;PaymentNotice.provider;-
        981;request;reference;PaymentNotice-request;PaymentNotice;*;PaymentNotice.request;-
        982;response;reference;PaymentNotice-response;PaymentNotice;*;PaymentNotice.response;-
        983;status;token;PaymentNotice-status;PaymentNotice;-;PaymentNotice.status;-
        984;created;date;PaymentReconciliation-created;PaymentReconciliation;-;PaymentReconciliation.created;-
        985;disposition;string;PaymentReconciliation-disposition;PaymentReconciliation;-;PaymentReconciliation.disposition;-
        986;identifier;token;PaymentReconciliation-identifier;PaymentReconciliation;-;PaymentReconciliation.identifier;-
        987;outcome;token;PaymentReconciliation-outcome;PaymentReconciliation;-;PaymentReconciliation.outcome;-
        988;payment-issuer;reference;PaymentReconciliation-payment-issuer;PaymentReconciliation;Organization;PaymentReconciliation.paymentIssuer;-
        989;request;reference;PaymentReconciliation-request;PaymentReconciliation;Task;PaymentReconciliation.request;-
        990;requestor;reference;PaymentReconciliation-requestor;PaymentReconciliation;Practitioner,Organization,PractitionerRole;PaymentReconciliation.requestor;-
        991;status;token;PaymentReconciliation-status;PaymentReconciliation;-;PaymentReconciliation.status;-
        992;identifier;token;Person-identifier;Person;-;Person.identifier;-
        993;link;reference;Person-link;Person;Practitioner,Patient,Person,RelatedPerson;Person.link.target;-
        994;name;string;Person-name;Person;-;Person.name;-
        995;organization;reference;Person-organization;Person;Organization;Person.managingOrganization;-
        996;patient;reference;Person-patient;Person;Patient;Person.link.target.where(resolve() is Patient);-
        997;practitioner;reference;Person-practitioner;Person;Practitioner;Person.link.target.where(resolve() is Practitioner);-
        998;relatedperson;reference;Person-relatedperson;Person;RelatedPerson;Person.link.target.where(resolve() is RelatedPerson);-
        999;composed-of;reference;PlanDefinition-composed-of;PlanDefinition;*;PlanDefinition.relatedArtifact.where(type='composed-of').resource;-
        1000;context;token;PlanDefinition-context;PlanDefinition;-;(PlanDefinition.useContext.value as CodeableConcept);-
        1001;context-quantity;quantity;PlanDefinition-context-quantity;PlanDefinition;-;(PlanDefinition.useContext.value as Quantity) | (PlanDefinition.useContext.value as Range);-
        1002;context-type;token;PlanDefinition-context-type;PlanDefinition;-;PlanDefinition.useContext.code;-
        1003;context-type-quantity;composite;PlanDefinition-context-type-quantity;PlanDefinition;-;PlanDefinition.useContext;context-type=code,context-quantity=value.as(Quantity) | value.as(Range)
        1004;context-type-value;composite;PlanDefinition-context-type-value;PlanDefinition;-;PlanDefinition.useContext;context-type=code,context=value.as(CodeableConcept)
        1005;date;date;PlanDefinition-date;PlanDefinition;-;PlanDefinition.date;-
        1006;definition;reference;PlanDefinition-definition;PlanDefinition;Questionnaire,PlanDefinition,ActivityDefinition;PlanDefinition.action.definition;-
        1007;depends-on;reference;PlanDefinition-depends-on;PlanDefinition;*;PlanDefinition.relatedArtifact.where(type='depends-on').resource | PlanDefinition.library;-
        1008;derived-from;reference;PlanDefinition-derived-from;PlanDefinition;*;PlanDefinition.relatedArtifact.where(type='derived-from').resource;-
        1009;description;string;PlanDefinition-description;PlanDefinition;-;PlanDefinition.description;-
        1010;effective;date;PlanDefinition-effective;PlanDefinition;-;PlanDefinition.effectivePeriod;-
        1011;identifier;token;PlanDefinition-identifier;PlanDefinition;-;PlanDefinition.identifier;-
        1012;jurisdiction;token;PlanDefinition-jurisdiction;PlanDefinition;-;PlanDefinition.jurisdiction;-
        1013;name;string;PlanDefinition-name;PlanDefinition;-;PlanDefinition.name;-
        1014;predecessor;reference;PlanDefinition-predecessor;PlanDefinition;*;PlanDefinition.relatedArtifact.where(type='predecessor').resource;-
        1015;publisher;string;PlanDefinition-publisher;PlanDefinition;-;PlanDefinition.publisher;-
        1016;status;token;PlanDefinition-status;PlanDefinition;-;PlanDefinition.status;-
        1017;successor;reference;PlanDefinition-successor;PlanDefinition;*;PlanDefinition.relatedArtifact.where(type='successor').resource;-
        1018;title;string;PlanDefinition-title;PlanDefinition;-;PlanDefinition.title;-
        1019;topic;token;PlanDefinition-topic;PlanDefinition;-;PlanDefinition.topic;-
        1020;type;token;PlanDefinition-type;PlanDefinition;-;PlanDefinition.type;-
        1021;url;uri;PlanDefinition-url;PlanDefinition;-;PlanDefinition.url;-
        1022;version;token;PlanDefinition-version;PlanDefinition;-;PlanDefinition.version;-
        1023;active;token;Practitioner-active;Practitioner;-;Practitioner.active;-
        1024;communication;token;Practitioner-communication;Practitioner;-;Practitioner.communication;-
        1025;identifier;token;Practitioner-identifier;Practitioner;-;Practitioner.identifier;-
        1026;name;string;Practitioner-name;Practitioner;-;Practitioner.name;-
        1027;active;token;PractitionerRole-active;PractitionerRole;-;PractitionerRole.active;-
        1028;date;date;PractitionerRole-date;PractitionerRole;-;PractitionerRole.period;-
        1029;endpoint;reference;PractitionerRole-endpoint;PractitionerRole;Endpoint;PractitionerRole.endpoint;-
        1030;identifier;token;PractitionerRole-identifier;PractitionerRole;-;PractitionerRole.identifier;-
        1031;location;reference;PractitionerRole-location;PractitionerRole;Location;PractitionerRole.location;-
        1032;organization;reference;PractitionerRole-organization;PractitionerRole;Organization;PractitionerRole.organization;-
        1033;practitioner;reference;PractitionerRole-practitioner;PractitionerRole;Practitioner;PractitionerRole.practitioner;-
        1034;role;token;PractitionerRole-role;PractitionerRole;-;PractitionerRole.code;-
        1035;service;reference;PractitionerRole-service;PractitionerRole;HealthcareService;PractitionerRole.healthcareService;-
        1036;specialty;token;PractitionerRole-specialty;PractitionerRole;-;PractitionerRole.specialty;-
        1037;based-on;reference;Procedure-based-on;Procedure;CarePlan,ServiceRequest;Procedure.basedOn;-
        1038;category;token;Procedure-category;Procedure;-;Procedure.category;-
        1039;instantiates-canonical;reference;Procedure-instantiates-canonical;Procedure;Questionnaire,Measure,PlanDefinition,OperationDefinition,ActivityDefinition;Procedure.instantiatesCanonical;-
        1040;instantiates-uri;uri;Procedure-instantiates-uri;Procedure;-;Procedure.instantiatesUri;-
        1041;location;reference;Procedure-location;Procedure;Location;Procedure.location;-
        1042;part-of;reference;Procedure-part-of;Procedure;Observation,Procedure,MedicationAdministration;Procedure.partOf;-
        1043;performer;reference;Procedure-performer;Procedure;Practitioner,Organization,Device,Patient,PractitionerRole,RelatedPerson;Procedure.performer.actor;-
        1044;reason-code;token;Procedure-reason-code;Procedure;-;Procedure.reasonCode;-
        1045;reason-reference;reference;Procedure-reason-reference;Procedure;Condition,Observation,Procedure,DiagnosticReport,DocumentReference;Procedure.reasonReference;-
        1046;status;token;Procedure-status;Procedure;-;Procedure.status;-
        1047;subject;reference;Procedure-subject;Procedure;Group,Patient;Procedure.subject;-
        1048;agent;reference;Provenance-agent;Provenance;Practitioner,Organization,Device,Patient,PractitionerRole,RelatedPerson;Provenance.agent.who;-
        1049;agent-role;token;Provenance-agent-role;Provenance;-;Provenance.agent.role;-
        1050;agent-type;token;Provenance-agent-type;Provenance;-;Provenance.agent.type;-
        1051;entity;reference;Provenance-entity;Provenance;*;Provenance.entity.what;-
        1052;location;reference;Provenance-location;Provenance;Location;Provenance.location;-
        1053;patient;reference;Provenance-patient;Provenance;Patient;Provenance.target.where(resolve() is Patient);-
        1054;recorded;date;Provenance-recorded;Provenance;-;Provenance.recorded;-
        1055;signature-type;token;Provenance-signature-type;Provenance;-;Provenance.signature.type;-
        1056;target;reference;Provenance-target;Provenance;*;Provenance.target;-
        1057;when;date;Provenance-when;Provenance;-;(Provenance.occurred as dateTime);-
        1058;code;token;Questionnaire-code;Questionnaire;-;Questionnaire.item.code;-
        1059;context;token;Questionnaire-context;Questionnaire;-;(Questionnaire.useContext.value as CodeableConcept);-
        1060;context-quantity;quantity;Questionnaire-context-quantity;Questionnaire;-;(Questionnaire.useContext.value as Quantity) | (Questionnaire.useContext.value as Range);-
        1061;context-type;token;Questionnaire-context-type;Questionnaire;-;Questionnaire.useContext.code;-
        1062;context-type-quantity;composite;Questionnaire-context-type-quantity;Questionnaire;-;Questionnaire.useContext;context-type=code,context-quantity=value.as(Quantity) | value.as(Range)
        1063;context-type-value;composite;Questionnaire-context-type-value;Questionnaire;-;Questionnaire.useContext;context-type=code,context=value.as(CodeableConcept)
        1064;date;date;Questionnaire-date;Questionnaire;-;Questionnaire.date;-
        1065;definition;uri;Questionnaire-definition;Questionnaire;-;Questionnaire.item.definition;-
        1066;description;string;Questionnaire-description;Questionnaire;-;Questionnaire.description;-
        1067;effective;date;Questionnaire-effective;Questionnaire;-;Questionnaire.effectivePeriod;-
        1068;identifier;token;Questionnaire-identifier;Questionnaire;-;Questionnaire.identifier;-
        1069;jurisdiction;token;Questionnaire-jurisdiction;Questionnaire;-;Questionnaire.jurisdiction;-
        1070;name;string;Questionnaire-name;Questionnaire;-;Questionnaire.name;-
        1071;publisher;string;Questionnaire-publisher;Questionnaire;-;Questionnaire.publisher;-
        1072;status;token;Questionnaire-status;Questionnaire;-;Questionnaire.status;-
        1073;subject-type;token;Questionnaire-subject-type;Questionnaire;-;Questionnaire.subjectType;-
        1074;title;string;Questionnaire-title;Questionnaire;-;Questionnaire.title;-
        1075;url;uri;Questionnaire-url;Questionnaire;-;Questionnaire.url;-
        1076;version;token;Questionnaire-version;Questionnaire;-;Questionnaire.version;-
        1077;author;reference;QuestionnaireResponse-author;QuestionnaireResponse;Practitioner,Organization,Device,Patient,PractitionerRole,RelatedPerson;QuestionnaireResponse.author;-
        1078;authored;date;QuestionnaireResponse-authored;QuestionnaireResponse;-;QuestionnaireResponse.authored;-
        1079;based-on;reference;QuestionnaireResponse-based-on;QuestionnaireResponse;CarePlan,ServiceRequest;QuestionnaireResponse.basedOn;-
        1080;encounter;reference;QuestionnaireResponse-encounter;QuestionnaireResponse;Encounter;QuestionnaireResponse.encounter;-
        1081;identifier;token;QuestionnaireResponse-identifier;QuestionnaireResponse;-;QuestionnaireResponse.identifier;-
        1082;part-of;reference;QuestionnaireResponse-part-of;QuestionnaireResponse;Observation,Procedure;QuestionnaireResponse.partOf;-
        1083;patient;reference;QuestionnaireResponse-patient;QuestionnaireResponse;Patient;QuestionnaireResponse.subject.where(resolve() is Patient);-
        1084;questionnaire;reference;QuestionnaireResponse-questionnaire;QuestionnaireResponse;Questionnaire;QuestionnaireResponse.questionnaire;-
        1085;source;reference;QuestionnaireResponse-source;QuestionnaireResponse;Practitioner,Patient,PractitionerRole,RelatedPerson;QuestionnaireResponse.source;-
        1086;status;token;QuestionnaireResponse-status;QuestionnaireResponse;-;QuestionnaireResponse.status;-
        1087;subject;reference;QuestionnaireResponse-subject;QuestionnaireResponse;*;QuestionnaireResponse.subject;-
        1088;active;token;RelatedPerson-active;RelatedPerson;-;RelatedPerson.active;-
        1089;identifier;token;RelatedPerson-identifier;RelatedPerson;-;RelatedPerson.identifier;-
        1090;name;string;RelatedPerson-name;RelatedPerson;-;RelatedPerson.name;-
        1091;patient;reference;RelatedPerson-patient;RelatedPerson;Patient;RelatedPerson.patient;-
        1092;relationship;token;RelatedPerson-relationship;RelatedPerson;-;RelatedPerson.relationship;-
        1093;author;reference;RequestGroup-author;RequestGroup;Practitioner,Device,PractitionerRole;RequestGroup.author;-
        1094;authored;date;RequestGroup-authored;RequestGroup;-;RequestGroup.authoredOn;-
        1095;code;token;RequestGroup-code;RequestGroup;-;RequestGroup.code;-
        1096;encounter;reference;RequestGroup-encounter;RequestGroup;Encounter;RequestGroup.encounter;-
        1097;group-identifier;token;RequestGroup-group-identifier;RequestGroup;-;RequestGroup.groupIdentifier;-
        1098;identifier;token;RequestGroup-identifier;RequestGroup;-;RequestGroup.identifier;-
        1099;instantiates-canonical;reference;RequestGroup-instantiates-canonical;RequestGroup;-;RequestGroup.instantiatesCanonical;-
        1100;instantiates-uri;uri;RequestGroup-instantiates-uri;RequestGroup;-;RequestGroup.instantiatesUri;-
        1101;intent;token;RequestGroup-intent;RequestGroup;-;RequestGroup.intent;-
        1102;participant;reference;RequestGroup-participant;RequestGroup;Practitioner,Device,Patient,PractitionerRole,RelatedPerson;RequestGroup.action.participant;-
        1103;patient;reference;RequestGroup-patient;RequestGroup;Patient;RequestGroup.subject.where(resolve() is Patient);-
        1104;priority;token;RequestGroup-priority;RequestGroup;-;RequestGroup.priority;-
        1105;status;token;RequestGroup-status;RequestGroup;-;RequestGroup.status;-
        1106;subject;reference;RequestGroup-subject;RequestGroup;Group,Patient;RequestGroup.subject;-
        1107;composed-of;reference;ResearchDefinition-composed-of;ResearchDefinition;*;ResearchDefinition.relatedArtifact.where(type='composed-of').resource;-
        1108;context;token;ResearchDefinition-context;ResearchDefinition;-;(ResearchDefinition.useContext.value as CodeableConcept);-
        1109;context-quantity;quantity;ResearchDefinition-context-quantity;ResearchDefinition;-;(ResearchDefinition.useContext.value as Quantity) | (ResearchDefinition.useContext.value as Range);-
        1110;context-type;token;ResearchDefinition-context-type;ResearchDefinition;-;ResearchDefinition.useContext.code;-
        1111;context-type-quantity;composite;ResearchDefinition-context-type-quantity;ResearchDefinition;-;ResearchDefinition.useContext;context-type=code,context-quantity=value.as(Quantity) | value.as(Range)
        1112;context-type-value;composite;ResearchDefinition-context-type-value;ResearchDefinition;-;ResearchDefinition.useContext;context-type=code,context=value.as(CodeableConcept)
        1113;date;date;ResearchDefinition-date;ResearchDefinition;-;ResearchDefinition.date;-
        1114;depends-on;reference;ResearchDefinition-depends-on;ResearchDefinition;*;ResearchDefinition.relatedArtifact.where(type='depends-on').resource | ResearchDefinition.library;-
        1115;derived-from;reference;ResearchDefinition-derived-from;ResearchDefinition;*;ResearchDefinition.relatedArtifact.where(type='derived-from').resource;-
        1116;description;string;ResearchDefinition-description;ResearchDefinition;-;ResearchDefinition.description;-
        1117;effective;date;ResearchDefinition-effective;ResearchDefinition;-;ResearchDefinition.effectivePeriod;-
        1118;identifier;token;ResearchDefinition-identifier;ResearchDefinition;-;ResearchDefinition.identifier;-
        1119;jurisdiction;token;ResearchDefinition-jurisdiction;ResearchDefinition;-;ResearchDefinition.jurisdiction;-
        1120;name;string;ResearchDefinition-name;ResearchDefinition;-;ResearchDefinition.name;-
        1121;predecessor;reference;ResearchDefinition-predecessor;ResearchDefinition;*;ResearchDefinition.relatedArtifact.where(type='predecessor').resource;-
        1122;publisher;string;ResearchDefinition-publisher;ResearchDefinition;-;ResearchDefinition.publisher;-
        1123;status;token;ResearchDefinition-status;ResearchDefinition;-;ResearchDefinition.status;-
        1124;successor;reference;ResearchDefinition-successor;ResearchDefinition;*;ResearchDefinition.relatedArtifact.where(type='successor').resource;-
        1125;title;string;ResearchDefinition-title;ResearchDefinition;-;ResearchDefinition.title;-
        1126;topic;token;ResearchDefinition-topic;ResearchDefinition;-;ResearchDefinition.topic;-
        1127;url;uri;ResearchDefinition-url;ResearchDefinition;-;ResearchDefinition.url;-
        1128;version;token;ResearchDefinition-version;ResearchDefinition;-;ResearchDefinition.version;-
        1129;composed-of;reference;ResearchElementDefinition-composed-of;ResearchElementDefinition;*;ResearchElementDefinition.relatedArtifact.where(type='composed-of').resource;-
        1130;context;token;ResearchElementDefinition-context;ResearchElementDefinition;-;(ResearchElementDefinition.useContext.value as CodeableConcept);-
        1131;context-quantity;quantity;ResearchElementDefinition-context-quantity;ResearchElementDefinition;-;(ResearchElementDefinition.useContext.value as Quantity) | (ResearchElementDefinition.useContext.value as Range);-
        1132;context-type;token;ResearchElementDefinition-context-type;ResearchElementDefinition;-;ResearchElementDefinition.useContext.code;-
        1133;context-type-quantity;composite;ResearchElementDefinition-context-type-quantity;ResearchElementDefinition;-;ResearchElementDefinition.useContext;context-type=code,context-quantity=value.as(Quantity) | value.as(Range)
        1134;context-type-value;composite;ResearchElementDefinition-context-type-value;ResearchElementDefinition;-;ResearchElementDefinition.useContext;context-type=code,context=value.as(CodeableConcept)
        1135;date;date;ResearchElementDefinition-date;ResearchElementDefinition;-;ResearchElementDefinition.date;-
        1136;depends-on;reference;ResearchElementDefinition-depends-on;ResearchElementDefinition;*;ResearchElementDefinition.relatedArtifact.where(type='depends-on').resource | ResearchElementDefinition.library;-
        1137;derived-from;reference;ResearchElementDefinition-derived-from;ResearchElementDefinition;*;ResearchElementDefinition.relatedArtifact.where(type='derived-from').resource;-
        1138;description;string;ResearchElementDefinition-description;ResearchElementDefinition;-;ResearchElementDefinition.description;-
        1139;effective;date;ResearchElementDefinition-effective;ResearchElementDefinition;-;ResearchElementDefinition.effectivePeriod;-
        1140;identifier;token;ResearchElementDefinition-identifier;ResearchElementDefinition;-;ResearchElementDefinition.identifier;-
        1141;jurisdiction;token;ResearchElementDefinition-jurisdiction;ResearchElementDefinition;-;ResearchElementDefinition.jurisdiction;-
        1142;name;string;ResearchElementDefinition-name;ResearchElementDefinition;-;ResearchElementDefinition.name;-
        1143;predecessor;reference;ResearchElementDefinition-predecessor;ResearchElementDefinition;*;ResearchElementDefinition.relatedArtifact.where(type='predecessor').resource;-
        1144;publisher;string;ResearchElementDefinition-publisher;ResearchElementDefinition;-;ResearchElementDefinition.publisher;-
        1145;status;token;ResearchElementDefinition-status;ResearchElementDefinition;-;ResearchElementDefinition.status;-
        1146;successor;reference;ResearchElementDefinition-successor;ResearchElementDefinition;*;ResearchElementDefinition.relatedArtifact.where(type='successor').resource;-
        1147;title;string;ResearchElementDefinition-title;ResearchElementDefinition;-;ResearchElementDefinition.title;-
        1148;topic;token;ResearchElementDefinition-topic;ResearchElementDefinition;-;ResearchElementDefinition.topic;-
        1149;url;uri;ResearchElementDefinition-url;ResearchElementDefinition;-;ResearchElementDefinition.url;-
        1150;version;token;ResearchElementDefinition-version;ResearchElementDefinition;-;ResearchElementDefinition.version;-
        1151;category;token;ResearchStudy-category;ResearchStudy;-;ResearchStudy.category;-
        1152;date;date;ResearchStudy-date;ResearchStudy;-;ResearchStudy.period;-
        1153;focus;token;ResearchStudy-focus;ResearchStudy;-;ResearchStudy.focus;-
        1154;identifier;token;ResearchStudy-identifier;ResearchStudy;-;ResearchStudy.identifier;-
        1155;keyword;token;ResearchStudy-keyword;ResearchStudy;-;ResearchStudy.keyword;-
        1156;location;token;ResearchStudy-location;ResearchStudy;-;ResearchStudy.location;-
        1157;partof;reference;ResearchStudy-partof;ResearchStudy;ResearchStudy;ResearchStudy.partOf;-
        1158;principalinvestigator;reference;ResearchStudy-principalinvestigator;ResearchStudy;Practitioner,PractitionerRole;ResearchStudy.principalInvestigator;-
        1159;protocol;reference;ResearchStudy-protocol;ResearchStudy;PlanDefinition;ResearchStudy.protocol;-
        1160;site;reference;ResearchStudy-site;ResearchStudy;Location;ResearchStudy.site;-
        1161;sponsor;reference;ResearchStudy-sponsor;ResearchStudy;Organization;ResearchStudy.sponsor;-
        1162;status;token;ResearchStudy-status;ResearchStudy;-;ResearchStudy.status;-
        1163;title;string;ResearchStudy-title;ResearchStudy;-;ResearchStudy.title;-
        1164;date;date;ResearchSubject-date;ResearchSubject;-;ResearchSubject.period;-
        1165;identifier;token;ResearchSubject-identifier;ResearchSubject;-;ResearchSubject.identifier;-
        1166;individual;reference;ResearchSubject-individual;ResearchSubject;Patient;ResearchSubject.individual;-
        1167;patient;reference;ResearchSubject-patient;ResearchSubject;Patient;ResearchSubject.individual;-
        1168;status;token;ResearchSubject-status;ResearchSubject;-;ResearchSubject.status;-
        1169;study;reference;ResearchSubject-study;ResearchSubject;ResearchStudy;ResearchSubject.study;-
        1170;_id;token;Resource-id;Resource;-;Resource.id;-
        1171;_lastUpdated;date;Resource-lastUpdated;Resource;-;Resource.meta.lastUpdated;-
        1172;_profile;uri;Resource-profile;Resource;-;Resource.meta.profile;-
        1173;_security;token;Resource-security;Resource;-;Resource.meta.security;-
        1174;_source;uri;Resource-source;Resource;-;Resource.meta.source;-
        1175;_tag;token;Resource-tag;Resource;-;Resource.meta.tag;-
        1176;condition;reference;RiskAssessment-condition;RiskAssessment;Condition;RiskAssessment.condition;-
        1177;method;token;RiskAssessment-method;RiskAssessment;-;RiskAssessment.method;-
        1178;performer;reference;RiskAssessment-performer;RiskAssessment;Practitioner,Device,PractitionerRole;RiskAssessment.performer;-
        1179;probability;number;RiskAssessment-probability;RiskAssessment;-;RiskAssessment.prediction.probability;-
        1180;risk;token;RiskAssessment-risk;RiskAssessment;-;RiskAssessment.prediction.qualitativeRisk;-
        1181;subject;reference;RiskAssessment-subject;RiskAssessment;Group,Patient;RiskAssessment.subject;-
        1182;context;token;RiskEvidenceSynthesis-context;RiskEvidenceSynthesis;-;(RiskEvidenceSynthesis.useContext.value as CodeableConcept);-
        1183;context-quantity;quantity;RiskEvidenceSynthesis-context-quantity;RiskEvidenceSynthesis;-;(RiskEvidenceSynthesis.useContext.value as Quantity) | (RiskEvidenceSynthesis.useContext.value as Range);-
        1184;context-type;token;RiskEvidenceSynthesis-context-type;RiskEvidenceSynthesis;-;RiskEvidenceSynthesis.useContext.code;-
        1185;context-type-quantity;composite;RiskEvidenceSynthesis-context-type-quantity;RiskEvidenceSynthesis;-;RiskEvidenceSynthesis.useContext;context-type=code,context-quantity=value.as(Quantity) | value.as(Range)
        1186;context-type-value;composite;RiskEvidenceSynthesis-context-type-value;RiskEvidenceSynthesis;-;RiskEvidenceSynthesis.useContext;context-type=code,context=value.as(CodeableConcept)
        1187;date;date;RiskEvidenceSynthesis-date;RiskEvidenceSynthesis;-;RiskEvidenceSynthesis.date;-
        1188;description;string;RiskEvidenceSynthesis-description;RiskEvidenceSynthesis;-;RiskEvidenceSynthesis.description;-
        1189;effective;date;RiskEvidenceSynthesis-effective;RiskEvidenceSynthesis;-;RiskEvidenceSynthesis.effectivePeriod;-
        1190;identifier;token;RiskEvidenceSynthesis-identifier;RiskEvidenceSynthesis;-;RiskEvidenceSynthesis.identifier;-
        1191;jurisdiction;token;RiskEvidenceSynthesis-jurisdiction;RiskEvidenceSynthesis;-;RiskEvidenceSynthesis.jurisdiction;-
        1192;name;string;RiskEvidenceSynthesis-name;RiskEvidenceSynthesis;-;RiskEvidenceSynthesis.name;-
        1193;publisher;string;RiskEvidenceSynthesis-publisher;RiskEvidenceSynthesis;-;RiskEvidenceSynthesis.publisher;-
        1194;status;token;RiskEvidenceSynthesis-status;RiskEvidenceSynthesis;-;RiskEvidenceSynthesis.status;-
        1195;title;string;RiskEvidenceSynthesis-title;RiskEvidenceSynthesis;-;RiskEvidenceSynthesis.title;-
        1196;url;uri;RiskEvidenceSynthesis-url;RiskEvidenceSynthesis;-;RiskEvidenceSynthesis.url;-
        1197;version;token;RiskEvidenceSynthesis-version;RiskEvidenceSynthesis;-;RiskEvidenceSynthesis.version;-
        1198;active;token;Schedule-active;Schedule;-;Schedule.active;-
        1199;actor;reference;Schedule-actor;Schedule;Practitioner,Device,Patient,HealthcareService,PractitionerRole,RelatedPerson,Location;Schedule.actor;-
        1200;date;date;Schedule-date;Schedule;-;Schedule.planningHorizon;-
        1201;identifier;token;Schedule-identifier;Schedule;-;Schedule.identifier;-
        1202;service-category;token;Schedule-service-category;Schedule;-;Schedule.serviceCategory;-
        1203;service-type;token;Schedule-service-type;Schedule;-;Schedule.serviceType;-
        1204;specialty;token;Schedule-specialty;Schedule;-;Schedule.specialty;-
        1205;base;token;SearchParameter-base;SearchParameter;-;SearchParameter.base;-
        1206;code;token;SearchParameter-code;SearchParameter;-;SearchParameter.code;-
        1207;component;reference;SearchParameter-component;SearchParameter;SearchParameter;SearchParameter.component.definition;-
        1208;derived-from;reference;SearchParameter-derived-from;SearchParameter;SearchParameter;SearchParameter.derivedFrom;-
        1209;target;token;SearchParameter-target;SearchParameter;-;SearchParameter.target;-
        1210;type;token;SearchParameter-type;SearchParameter;-;SearchParameter.type;-
        1211;authored;date;ServiceRequest-authored;ServiceRequest;-;ServiceRequest.authoredOn;-
        1212;based-on;reference;ServiceRequest-based-on;ServiceRequest;CarePlan,MedicationRequest,ServiceRequest;ServiceRequest.basedOn;-
        1213;body-site;token;ServiceRequest-body-site;ServiceRequest;-;ServiceRequest.bodySite;-
        1214;category;token;ServiceRequest-category;ServiceRequest;-;ServiceRequest.category;-
        1215;instantiates-canonical;reference;ServiceRequest-instantiates-canonical;ServiceRequest;PlanDefinition,ActivityDefinition;ServiceRequest.instantiatesCanonical;-
        1216;instantiates-uri;uri;ServiceRequest-instantiates-uri;ServiceRequest;-;ServiceRequest.instantiatesUri;-
        1217;intent;token;ServiceRequest-intent;ServiceRequest;-;ServiceRequest.intent;-
        1218;occurrence;date;ServiceRequest-occurrence;ServiceRequest;-;ServiceRequest.occurrence;-
        1219;performer;reference;ServiceRequest-performer;ServiceRequest;Practitioner,Organization,CareTeam,Device,Patient,HealthcareService,PractitionerRole,RelatedPerson;ServiceRequest.performer;-
        1220;performer-type;token;ServiceRequest-performer-type;ServiceRequest;-;ServiceRequest.performerType;-
        1221;priority;token;ServiceRequest-priority;ServiceRequest;-;ServiceRequest.priority;-
        1222;replaces;reference;ServiceRequest-replaces;ServiceRequest;ServiceRequest;ServiceRequest.replaces;-
        1223;requester;reference;ServiceRequest-requester;ServiceRequest;Practitioner,Organization,Device,Patient,PractitionerRole,RelatedPerson;ServiceRequest.requester;-
        1224;requisition;token;ServiceRequest-requisition;ServiceRequest;-;ServiceRequest.requisition;-
        1225;specimen;reference;ServiceRequest-specimen;ServiceRequest;Specimen;ServiceRequest.specimen;-
        1226;status;token;ServiceRequest-status;ServiceRequest;-;ServiceRequest.status;-
        1227;subject;reference;ServiceRequest-subject;ServiceRequest;Group,Device,Patient,Location;ServiceRequest.subject;-
        1228;appointment-type;token;Slot-appointment-type;Slot;-;Slot.appointmentType;-
        1229;identifier;token;Slot-identifier;Slot;-;Slot.identifier;-
        1230;schedule;reference;Slot-schedule;Slot;Schedule;Slot.schedule;-
        1231;service-category;token;Slot-service-category;Slot;-;Slot.serviceCategory;-
        1232;service-type;token;Slot-service-type;Slot;-;Slot.serviceType;-
        1233;specialty;token;Slot-specialty;Slot;-;Slot.specialty;-
        1234;start;date;Slot-start;Slot;-;Slot.start;-
        1235;status;token;Slot-status;Slot;-;Slot.status;-
        1236;accession;token;Specimen-accession;Specimen;-;Specimen.accessionIdentifier;-
        1237;bodysite;token;Specimen-bodysite;Specimen;-;Specimen.collection.bodySite;-
        1238;collected;date;Specimen-collected;Specimen;-;Specimen.collection.collected;-
        1239;collector;reference;Specimen-collector;Specimen;Practitioner,PractitionerRole;Specimen.collection.collector;-
        1240;container;token;Specimen-container;Specimen;-;Specimen.container.type;-
        1241;container-id;token;Specimen-container-id;Specimen;-;Specimen.container.identifier;-
        1242;identifier;token;Specimen-identifier;Specimen;-;Specimen.identifier;-
        1243;parent;reference;Specimen-parent;Specimen;Specimen;Specimen.parent;-
        1244;patient;reference;Specimen-patient;Specimen;Patient;Specimen.subject.where(resolve() is Patient);-
        1245;status;token;Specimen-status;Specimen;-;Specimen.status;-
        1246;subject;reference;Specimen-subject;Specimen;Group,Device,Patient,Substance,Location;Specimen.subject;-
        1247;type;token;Specimen-type;Specimen;-;Specimen.type;-
        1248;container;token;SpecimenDefinition-container;SpecimenDefinition;-;SpecimenDefinition.typeTested.container.type;-
        1249;identifier;token;SpecimenDefinition-identifier;SpecimenDefinition;-;SpecimenDefinition.identifier;-
        1250;type;token;SpecimenDefinition-type;SpecimenDefinition;-;SpecimenDefinition.typeCollected;-
        1251;abstract;token;StructureDefinition-abstract;StructureDefinition;-;StructureDefinition.abstract;-
        1252;base;reference;StructureDefinition-base;StructureDefinition;StructureDefinition;StructureDefinition.baseDefinition;-
        1253;base-path;token;StructureDefinition-base-path;StructureDefinition;-;StructureDefinition.snapshot.element.base.path | StructureDefinition.differential.element.base.path;-
        1254;derivation;token;StructureDefinition-derivation;StructureDefinition;-;StructureDefinition.derivation;-
        1255;experimental;token;StructureDefinition-experimental;StructureDefinition;-;StructureDefinition.experimental;-
        1256;ext-context;token;StructureDefinition-ext-context;StructureDefinition;-;StructureDefinition.context.type;-
        1257;keyword;token;StructureDefinition-keyword;StructureDefinition;-;StructureDefinition.keyword;-
        1258;kind;token;StructureDefinition-kind;StructureDefinition;-;StructureDefinition.kind;-
        1259;path;token;StructureDefinition-path;StructureDefinition;-;StructureDefinition.snapshot.element.path | StructureDefinition.differential.element.path;-
        1260;type;uri;StructureDefinition-type;StructureDefinition;-;StructureDefinition.type;-
        1261;valueset;reference;StructureDefinition-valueset;StructureDefinition;ValueSet;StructureDefinition.snapshot.element.binding.valueSet;-
        1262;contact;token;Subscription-contact;Subscription;-;Subscription.contact;-
        1263;criteria;string;Subscription-criteria;Subscription;-;Subscription.criteria;-
        1264;payload;token;Subscription-payload;Subscription;-;Subscription.channel.payload;-
        1265;status;token;Subscription-status;Subscription;-;Subscription.status;-
        1266;type;token;Subscription-type;Subscription;-;Subscription.channel.type;-
        1267;url;uri;Subscription-url;Subscription;-;Subscription.channel.endpoint;-
        1268;category;token;Substance-category;Substance;-;Substance.category;-
        1269;code;token;Substance-code;Substance;-;Substance.code | (Substance.ingredient.substance as CodeableConcept);-
        1270;container-identifier;token;Substance-container-identifier;Substance;-;Substance.instance.identifier;-
        1271;expiry;date;Substance-expiry;Substance;-;Substance.instance.expiry;-
        1272;identifier;token;Substance-identifier;Substance;-;Substance.identifier;-
        1273;quantity;quantity;Substance-quantity;Substance;-;Substance.instance.quantity;-
        1274;status;token;Substance-status;Substance;-;Substance.status;-
        1275;substance-reference;reference;Substance-substance-reference;Substance;Substance;(Substance.ingredient.substance as Reference);-
        1276;code;token;SubstanceSpecification-code;SubstanceSpecification;-;SubstanceSpecification.code.code;-
        1277;receiver;reference;SupplyDelivery-receiver;SupplyDelivery;Practitioner,PractitionerRole;SupplyDelivery.receiver;-
        1278;status;token;SupplyDelivery-status;SupplyDelivery;-;SupplyDelivery.status;-
        1279;supplier;reference;SupplyDelivery-supplier;SupplyDelivery;Practitioner,Organization,PractitionerRole;SupplyDelivery.supplier;-
        1280;category;token;SupplyRequest-category;SupplyRequest;-;SupplyRequest.category;-
        1281;requester;reference;SupplyRequest-requester;SupplyRequest;Practitioner,Organization,Device,Patient,PractitionerRole,RelatedPerson;SupplyRequest.requester;-
        1282;status;token;SupplyRequest-status;SupplyRequest;-;SupplyRequest.status;-
        1283;subject;reference;SupplyRequest-subject;SupplyRequest;Organization,Patient,Location;SupplyRequest.deliverTo;-
        1284;supplier;reference;SupplyRequest-supplier;SupplyRequest;Organization,HealthcareService;SupplyRequest.supplier;-
        1285;authored-on;date;Task-authored-on;Task;-;Task.authoredOn;-
        1286;based-on;reference;Task-based-on;Task;*;Task.basedOn;-
        1287;business-status;token;Task-business-status;Task;-;Task.businessStatus;-
        1288;code;token;Task-code;Task;-;Task.code;-
        1289;encounter;reference;Task-encounter;Task;Encounter;Task.encounter;-
        1290;focus;reference;Task-focus;Task;*;Task.focus;-
        1291;group-identifier;token;Task-group-identifier;Task;-;Task.groupIdentifier;-
        1292;identifier;token;Task-identifier;Task;-;Task.identifier;-
        1293;intent;token;Task-intent;Task;-;Task.intent;-
        1294;modified;date;Task-modified;Task;-;Task.lastModified;-
        1295;owner;reference;Task-owner;Task;Practitioner,Organization,CareTeam,Device,Patient,HealthcareService,PractitionerRole,RelatedPerson;Task.owner;-
        1296;part-of;reference;Task-part-of;Task;Task;Task.partOf;-
        1297;patient;reference;Task-patient;Task;Patient;Task.for.where(resolve() is Patient);-
        1298;performer;token;Task-performer;Task;-;Task.performerType;-
        1299;period;date;Task-period;Task;-;Task.executionPeriod;-
        1300;priority;token;Task-priority;Task;-;Task.priority;-
        1301;requester;reference;Task-requester;Task;Practitioner,Organization,Device,Patient,PractitionerRole,RelatedPerson;Task.requester;-
        1302;status;token;Task-status;Task;-;Task.status;-
        1303;subject;reference;Task-subject;Task;*;Task.for;-
        1304;identifier;token;TestReport-identifier;TestReport;-;TestReport.identifier;-
        1305;issued;date;TestReport-issued;TestReport;-;TestReport.issued;-
        1306;participant;uri;TestReport-participant;TestReport;-;TestReport.participant.uri;-
        1307;result;token;TestReport-result;TestReport;-;TestReport.result;-
        1308;tester;string;TestReport-tester;TestReport;-;TestReport.tester;-
        1309;testscript;reference;TestReport-testscript;TestReport;TestScript;TestReport.testScript;-
        1310;context;token;TestScript-context;TestScript;-;(TestScript.useContext.value as CodeableConcept);-
        1311;context-quantity;quantity;TestScript-context-quantity;TestScript;-;(TestScript.useContext.value as Quantity) | (TestScript.useContext.value as Range);-
        1312;context-type;token;TestScript-context-type;TestScript;-;TestScript.useContext.code;-
        1313;context-type-quantity;composite;TestScript-context-type-quantity;TestScript;-;TestScript.useContext;context-type=code,context-quantity=value.as(Quantity) | value.as(Range)
        1314;context-type-value;composite;TestScript-context-type-value;TestScript;-;TestScript.useContext;context-type=code,context=value.as(CodeableConcept)
        1315;date;date;TestScript-date;TestScript;-;TestScript.date;-
        1316;description;string;TestScript-description;TestScript;-;TestScript.description;-
        1317;identifier;token;TestScript-identifier;TestScript;-;TestScript.identifier;-
        1318;jurisdiction;token;TestScript-jurisdiction;TestScript;-;TestScript.jurisdiction;-
        1319;name;string;TestScript-name;TestScript;-;TestScript.name;-
        1320;publisher;string;TestScript-publisher;TestScript;-;TestScript.publisher;-
        1321;status;token;TestScript-status;TestScript;-;TestScript.status;-
        1322;testscript-capability;string;TestScript-testscript-capability;TestScript;-;TestScript.metadata.capability.description;-
        1323;title;string;TestScript-title;TestScript;-;TestScript.title;-
        1324;url;uri;TestScript-url;TestScript;-;TestScript.url;-
        1325;version;token;TestScript-version;TestScript;-;TestScript.version;-
        1326;code;token;ValueSet-code;ValueSet;-;ValueSet.expansion.contains.code | ValueSet.compose.include.concept.code;-
        1327;expansion;uri;ValueSet-expansion;ValueSet;-;ValueSet.expansion.identifier;-
        1328;reference;uri;ValueSet-reference;ValueSet;-;ValueSet.compose.include.system;-
        1329;target;reference;VerificationResult-target;VerificationResult;*;VerificationResult.target;-
        1330;datewritten;date;VisionPrescription-datewritten;VisionPrescription;-;VisionPrescription.dateWritten;-
        1331;prescriber;reference;VisionPrescription-prescriber;VisionPrescription;Practitioner,PractitionerRole;VisionPrescription.prescriber;-
        1332;status;token;VisionPrescription-status;VisionPrescription;-;VisionPrescription.status;-
        1333;code;token;clinical-code;AllergyIntolerance,Condition,DeviceRequest,DiagnosticReport,FamilyMemberHistory,List,Medication,MedicationAdministration,MedicationDispense,MedicationRequest,MedicationStatement,Observation,Procedure,ServiceRequest;-;AllergyIntolerance.code | AllergyIntolerance.reaction.substance | Condition.code | (DeviceRequest.code as CodeableConcept) | DiagnosticReport.code | FamilyMemberHistory.condition.code | List.code | Medication.code | (MedicationAdministration.medication as CodeableConcept) | (MedicationDispense.medication as CodeableConcept) | (MedicationRequest.medication as CodeableConcept) | (MedicationStatement.medication as CodeableConcept) | Observation.code | Procedure.code | ServiceRequest.code;-
        1334;date;date;clinical-date;AllergyIntolerance,CarePlan,CareTeam,ClinicalImpression,Composition,Consent,DiagnosticReport,Encounter,EpisodeOfCare,FamilyMemberHistory,Flag,Immunization,List,Observation,Procedure,RiskAssessment,SupplyRequest;-;AllergyIntolerance.recordedDate | CarePlan.period | CareTeam.period | ClinicalImpression.date | Composition.date | Consent.dateTime | DiagnosticReport.effective | Encounter.period | EpisodeOfCare.period | FamilyMemberHistory.date | Flag.period | Immunization.occurrence | List.date | Observation.effective | Procedure.performed | (RiskAssessment.occurrence as dateTime) | SupplyRequest.authoredOn;-
        1335;encounter;reference;clinical-encounter;Composition,DeviceRequest,DiagnosticReport,DocumentReference,Flag,List,NutritionOrder,Observation,Procedure,RiskAssessment,ServiceRequest,VisionPrescription;Encounter,EpisodeOfCare;Composition.encounter | DeviceRequest.encounter | DiagnosticReport.encounter | DocumentReference.context.encounter | Flag.encounter | List.encounter | NutritionOrder.encounter | Observation.encounter | Procedure.encounter | RiskAssessment.encounter | ServiceRequest.encounter | VisionPrescription.encounter;-
        1336;identifier;token;clinical-identifier;AllergyIntolerance,CarePlan,CareTeam,Composition,Condition,Consent,DetectedIssue,DeviceRequest,DiagnosticReport,DocumentManifest,DocumentReference,Encounter,EpisodeOfCare,FamilyMemberHistory,Goal,ImagingStudy,Immunization,List,MedicationAdministration,MedicationDispense,MedicationRequest,MedicationStatement,NutritionOrder,Observation,Procedure,RiskAssessment,ServiceRequest,SupplyDelivery,SupplyRequest,VisionPrescription;-;AllergyIntolerance.identifier | CarePlan.identifier | CareTeam.identifier | Composition.identifier | Condition.identifier | Consent.identifier | DetectedIssue.identifier | DeviceRequest.identifier | DiagnosticReport.identifier | DocumentManifest.masterIdentifier | DocumentManifest.identifier | DocumentReference.masterIdentifier | DocumentReference.identifier | Encounter.identifier | EpisodeOfCare.identifier | FamilyMemberHistory.identifier | Goal.identifier | ImagingStudy.identifier | Immunization.identifier | List.identifier | MedicationAdministration.identifier | MedicationDispense.identifier | MedicationRequest.identifier | MedicationStatement.identifier | NutritionOrder.identifier | Observation.identifier | Procedure.identifier | RiskAssessment.identifier | ServiceRequest.identifier | SupplyDelivery.identifier | SupplyRequest.identifier | VisionPrescription.identifier;-
        1337;patient;reference;clinical-patient;AllergyIntolerance,CarePlan,CareTeam,ClinicalImpression,Composition,Condition,Consent,DetectedIssue,DeviceRequest,DeviceUseStatement,DiagnosticReport,DocumentManifest,DocumentReference,Encounter,EpisodeOfCare,FamilyMemberHistory,Flag,Goal,ImagingStudy,Immunization,List,MedicationAdministration,MedicationDispense,MedicationRequest,MedicationStatement,NutritionOrder,Observation,Procedure,RiskAssessment,ServiceRequest,SupplyDelivery,VisionPrescription;Patient,Group;AllergyIntolerance.patient | CarePlan.subject.where(resolve() is Patient) | CareTeam.subject.where(resolve() is Patient) | ClinicalImpression.subject.where(resolve() is Patient) | Composition.subject.where(resolve() is Patient) | Condition.subject.where(resolve() is Patient) | Consent.patient | DetectedIssue.patient | DeviceRequest.subject.where(resolve() is Patient) | DeviceUseStatement.subject | DiagnosticReport.subject.where(resolve() is Patient) | DocumentManifest.subject.where(resolve() is Patient) | DocumentReference.subject.where(resolve() is Patient) | Encounter.subject.where(resolve() is Patient) | EpisodeOfCare.patient | FamilyMemberHistory.patient | Flag.subject.where(resolve() is Patient) | Goal.subject.where(resolve() is Patient) | ImagingStudy.subject.where(resolve() is Patient) | Immunization.patient | List.subject.where(resolve() is Patient) | MedicationAdministration.subject.where(resolve() is Patient) | MedicationDispense.subject.where(resolve() is Patient) | MedicationRequest.subject.where(resolve() is Patient) | MedicationStatement.subject.where(resolve() is Patient) | NutritionOrder.patient | Observation.subject.where(resolve() is Patient) | Procedure.subject.where(resolve() is Patient) | RiskAssessment.subject.where(resolve() is Patient) | ServiceRequest.subject.where(resolve() is Patient) | SupplyDelivery.patient | VisionPrescription.patient;-
        1338;type;token;clinical-type;AllergyIntolerance,Composition,DocumentManifest,DocumentReference,Encounter,EpisodeOfCare;-;AllergyIntolerance.type | Composition.type | DocumentManifest.type | DocumentReference.type | Encounter.type | EpisodeOfCare.type;-
        1339;context;token;conformance-context;CapabilityStatement,CodeSystem,CompartmentDefinition,ConceptMap,GraphDefinition,ImplementationGuide,MessageDefinition,NamingSystem,OperationDefinition,SearchParameter,StructureDefinition,StructureMap,TerminologyCapabilities,ValueSet;-;(CapabilityStatement.useContext.value as CodeableConcept) | (CodeSystem.useContext.value as CodeableConcept) | (CompartmentDefinition.useContext.value as CodeableConcept) | (ConceptMap.useContext.value as CodeableConcept) | (GraphDefinition.useContext.value as CodeableConcept) | (ImplementationGuide.useContext.value as CodeableConcept) | (MessageDefinition.useContext.value as CodeableConcept) | (NamingSystem.useContext.value as CodeableConcept) | (OperationDefinition.useContext.value as CodeableConcept) | (SearchParameter.useContext.value as CodeableConcept) | (StructureDefinition.useContext.value as CodeableConcept) | (StructureMap.useContext.value as CodeableConcept) | (TerminologyCapabilities.useContext.value as CodeableConcept) | (ValueSet.useContext.value as CodeableConcept);-
        1340;context-quantity;quantity;conformance-context-quantity;CapabilityStatement,CodeSystem,CompartmentDefinition,ConceptMap,GraphDefinition,ImplementationGuide,MessageDefinition,NamingSystem,OperationDefinition,SearchParameter,StructureDefinition,StructureMap,TerminologyCapabilities,ValueSet;-;(CapabilityStatement.useContext.value as Quantity) | (CapabilityStatement.useContext.value as Range) | (CodeSystem.useContext.value as Quantity) | (CodeSystem.useContext.value as Range) | (CompartmentDefinition.useContext.value as Quantity) | (CompartmentDefinition.useContext.value as Range) | (ConceptMap.useContext.value as Quantity) | (ConceptMap.useContext.value as Range) | (GraphDefinition.useContext.value as Quantity) | (GraphDefinition.useContext.value as Range) | (ImplementationGuide.useContext.value as Quantity) | (ImplementationGuide.useContext.value as Range) | (MessageDefinition.useContext.value as Quantity) | (MessageDefinition.useContext.value as Range) | (NamingSystem.useContext.value as Quantity) | (NamingSystem.useContext.value as Range) | (OperationDefinition.useContext.value as Quantity) | (OperationDefinition.useContext.value as Range) | (SearchParameter.useContext.value as Quantity) | (SearchParameter.useContext.value as Range) | (StructureDefinition.useContext.value as Quantity) | (StructureDefinition.useContext.value as Range) | (StructureMap.useContext.value as Quantity) | (StructureMap.useContext.value as Range) | (TerminologyCapabilities.useContext.value as Quantity) | (TerminologyCapabilities.useContext.value as Range) | (ValueSet.useContext.value as Quantity) | (ValueSet.useContext.value as Range);-
        1341;context-type;token;conformance-context-type;CapabilityStatement,CodeSystem,CompartmentDefinition,ConceptMap,GraphDefinition,ImplementationGuide,MessageDefinition,NamingSystem,OperationDefinition,SearchParameter,StructureDefinition,StructureMap,TerminologyCapabilities,ValueSet;-;CapabilityStatement.useContext.code | CodeSystem.useContext.code | CompartmentDefinition.useContext.code | ConceptMap.useContext.code | GraphDefinition.useContext.code | ImplementationGuide.useContext.code | MessageDefinition.useContext.code | NamingSystem.useContext.code | OperationDefinition.useContext.code | SearchParameter.useContext.code | StructureDefinition.useContext.code | StructureMap.useContext.code | TerminologyCapabilities.useContext.code | ValueSet.useContext.code;-
        1342;context-type-quantity;composite;conformance-context-type-quantity;CapabilityStatement,CodeSystem,CompartmentDefinition,ConceptMap,GraphDefinition,ImplementationGuide,MessageDefinition,NamingSystem,OperationDefinition,SearchParameter,StructureDefinition,StructureMap,TerminologyCapabilities,ValueSet;-;CapabilityStatement.useContext | CodeSystem.useContext | CompartmentDefinition.useContext | ConceptMap.useContext | GraphDefinition.useContext | ImplementationGuide.useContext | MessageDefinition.useContext | NamingSystem.useContext | OperationDefinition.useContext | SearchParameter.useContext | StructureDefinition.useContext | StructureMap.useContext | TerminologyCapabilities.useContext | ValueSet.useContext;context-type=code,context-quantity=value.as(Quantity) | value.as(Range)
        1343;context-type-value;composite;conformance-context-type-value;CapabilityStatement,CodeSystem,CompartmentDefinition,ConceptMap,GraphDefinition,ImplementationGuide,MessageDefinition,NamingSystem,OperationDefinition,SearchParameter,StructureDefinition,StructureMap,TerminologyCapabilities,ValueSet;-;CapabilityStatement.useContext | CodeSystem.useContext | CompartmentDefinition.useContext | ConceptMap.useContext | GraphDefinition.useContext | ImplementationGuide.useContext | MessageDefinition.useContext | NamingSystem.useContext | OperationDefinition.useContext | SearchParameter.useContext | StructureDefinition.useContext | StructureMap.useContext | TerminologyCapabilities.useContext | ValueSet.useContext;context-type=code,context=value.as(CodeableConcept)
        1344;date;date;conformance-date;CapabilityStatement,CodeSystem,CompartmentDefinition,ConceptMap,GraphDefinition,ImplementationGuide,MessageDefinition,NamingSystem,OperationDefinition,SearchParameter,StructureDefinition,StructureMap,TerminologyCapabilities,ValueSet;-;CapabilityStatement.date | CodeSystem.date | CompartmentDefinition.date | ConceptMap.date | GraphDefinition.date | ImplementationGuide.date | MessageDefinition.date | NamingSystem.date | OperationDefinition.date | SearchParameter.date | StructureDefinition.date | StructureMap.date | TerminologyCapabilities.date | ValueSet.date;-
        1345;description;string;conformance-description;CapabilityStatement,CodeSystem,CompartmentDefinition,ConceptMap,GraphDefinition,ImplementationGuide,MessageDefinition,NamingSystem,OperationDefinition,SearchParameter,StructureDefinition,StructureMap,TerminologyCapabilities,ValueSet;-;CapabilityStatement.description | CodeSystem.description | CompartmentDefinition.description | ConceptMap.description | GraphDefinition.description | ImplementationGuide.description | MessageDefinition.description | NamingSystem.description | OperationDefinition.description | SearchParameter.description | StructureDefinition.description | StructureMap.description | TerminologyCapabilities.description | ValueSet.description;-
        1346;identifier;token;conformance-identifier;CodeSystem,ConceptMap,MessageDefinition,StructureDefinition,StructureMap,ValueSet;-;CodeSystem.identifier | ConceptMap.identifier | MessageDefinition.identifier | StructureDefinition.identifier | StructureMap.identifier | ValueSet.identifier;-
        1347;jurisdiction;token;conformance-jurisdiction;CapabilityStatement,CodeSystem,ConceptMap,GraphDefinition,ImplementationGuide,MessageDefinition,NamingSystem,OperationDefinition,SearchParameter,StructureDefinition,StructureMap,TerminologyCapabilities,ValueSet;-;CapabilityStatement.jurisdiction | CodeSystem.jurisdiction | ConceptMap.jurisdiction | GraphDefinition.jurisdiction | ImplementationGuide.jurisdiction | MessageDefinition.jurisdiction | NamingSystem.jurisdiction | OperationDefinition.jurisdiction | SearchParameter.jurisdiction | StructureDefinition.jurisdiction | StructureMap.jurisdiction | TerminologyCapabilities.jurisdiction | ValueSet.jurisdiction;-
        1348;name;string;conformance-name;CapabilityStatement,CodeSystem,CompartmentDefinition,ConceptMap,GraphDefinition,ImplementationGuide,MessageDefinition,NamingSystem,OperationDefinition,SearchParameter,StructureDefinition,StructureMap,TerminologyCapabilities,ValueSet;-;CapabilityStatement.name | CodeSystem.name | CompartmentDefinition.name | ConceptMap.name | GraphDefinition.name | ImplementationGuide.name | MessageDefinition.name | NamingSystem.name | OperationDefinition.name | SearchParameter.name | StructureDefinition.name | StructureMap.name | TerminologyCapabilities.name | ValueSet.name;-
        1349;publisher;string;conformance-publisher;CapabilityStatement,CodeSystem,CompartmentDefinition,ConceptMap,GraphDefinition,ImplementationGuide,MessageDefinition,NamingSystem,OperationDefinition,SearchParameter,StructureDefinition,StructureMap,TerminologyCapabilities,ValueSet;-;CapabilityStatement.publisher | CodeSystem.publisher | CompartmentDefinition.publisher | ConceptMap.publisher | GraphDefinition.publisher | ImplementationGuide.publisher | MessageDefinition.publisher | NamingSystem.publisher | OperationDefinition.publisher | SearchParameter.publisher | StructureDefinition.publisher | StructureMap.publisher | TerminologyCapabilities.publisher | ValueSet.publisher;-
        1350;status;token;conformance-status;CapabilityStatement,CodeSystem,CompartmentDefinition,ConceptMap,GraphDefinition,ImplementationGuide,MessageDefinition,NamingSystem,OperationDefinition,SearchParameter,StructureDefinition,StructureMap,TerminologyCapabilities,ValueSet;-;CapabilityStatement.status | CodeSystem.status | CompartmentDefinition.status | ConceptMap.status | GraphDefinition.status | ImplementationGuide.status | MessageDefinition.status | NamingSystem.status | OperationDefinition.status | SearchParameter.status | StructureDefinition.status | StructureMap.status | TerminologyCapabilities.status | ValueSet.status;-
        1351;title;string;conformance-title;CapabilityStatement,CodeSystem,ConceptMap,ImplementationGuide,MessageDefinition,OperationDefinition,StructureDefinition,StructureMap,TerminologyCapabilities,ValueSet;-;CapabilityStatement.title | CodeSystem.title | ConceptMap.title | ImplementationGuide.title | MessageDefinition.title | OperationDefinition.title | StructureDefinition.title | StructureMap.title | TerminologyCapabilities.title | ValueSet.title;-
        1352;url;uri;conformance-url;CapabilityStatement,CodeSystem,CompartmentDefinition,ConceptMap,GraphDefinition,ImplementationGuide,MessageDefinition,OperationDefinition,SearchParameter,StructureDefinition,StructureMap,TerminologyCapabilities,ValueSet;-;CapabilityStatement.url | CodeSystem.url | CompartmentDefinition.url | ConceptMap.url | GraphDefinition.url | ImplementationGuide.url | MessageDefinition.url | OperationDefinition.url | SearchParameter.url | StructureDefinition.url | StructureMap.url | TerminologyCapabilities.url | ValueSet.url;-
        1353;version;token;conformance-version;CapabilityStatement,CodeSystem,CompartmentDefinition,ConceptMap,GraphDefinition,ImplementationGuide,MessageDefinition,OperationDefinition,SearchParameter,StructureDefinition,StructureMap,TerminologyCapabilities,ValueSet;-;CapabilityStatement.version | CodeSystem.version | CompartmentDefinition.version | ConceptMap.version | GraphDefinition.version | ImplementationGuide.version | MessageDefinition.version | OperationDefinition.version | SearchParameter.version | StructureDefinition.version | StructureMap.version | TerminologyCapabilities.version | ValueSet.version;-
        1354;din;token;device-extensions-Device-din;Device;-;Device.extension('http://hl7.org/fhir/StructureDefinition/device-din');-
        1355;assessed-condition;reference;diagnosticreport-genetic-DiagnosticReport-assessed-condition;DiagnosticReport;-;DiagnosticReport.extension('http://hl7.org/fhir/StructureDefinition/DiagnosticReport-geneticsAssessedCondition');-
        1356;address;string;individual-address;Patient,Person,Practitioner,RelatedPerson;-;Patient.address | Person.address | Practitioner.address | RelatedPerson.address;-
        1357;address-city;string;individual-address-city;Patient,Person,Practitioner,RelatedPerson;-;Patient.address.city | Person.address.city | Practitioner.address.city | RelatedPerson.address.city;-
        1358;address-country;string;individual-address-country;Patient,Person,Practitioner,RelatedPerson;-;Patient.address.country | Person.address.country | Practitioner.address.country | RelatedPerson.address.country;-
        1359;address-postalcode;string;individual-address-postalcode;Patient,Person,Practitioner,RelatedPerson;-;Patient.address.postalCode | Person.address.postalCode | Practitioner.address.postalCode | RelatedPerson.address.postalCode;-
        1360;address-state;string;individual-address-state;Patient,Person,Practitioner,RelatedPerson;-;Patient.address.state | Person.address.state | Practitioner.address.state | RelatedPerson.address.state;-
        1361;address-use;token;individual-address-use;Patient,Person,Practitioner,RelatedPerson;-;Patient.address.use | Person.address.use | Practitioner.address.use | RelatedPerson.address.use;-
        1362;birthdate;date;individual-birthdate;Patient,Person,RelatedPerson;-;Patient.birthDate | Person.birthDate | RelatedPerson.birthDate;-
        1363;email;token;individual-email;Patient,Person,Practitioner,PractitionerRole,RelatedPerson;-;Patient.telecom.where(system='email') | Person.telecom.where(system='email') | Practitioner.telecom.where(system='email') | PractitionerRole.telecom.where(system='email') | RelatedPerson.telecom.where(system='email');-
        1364;family;string;individual-family;Patient,Practitioner;-;Patient.name.family | Practitioner.name.family;-
        1365;gender;token;individual-gender;Patient,Person,Practitioner,RelatedPerson;-;Patient.gender | Person.gender | Practitioner.gender | RelatedPerson.gender;-
        1366;given;string;individual-given;Patient,Practitioner;-;Patient.name.given | Practitioner.name.given;-
        1367;phone;token;individual-phone;Patient,Person,Practitioner,PractitionerRole,RelatedPerson;-;Patient.telecom.where(system='phone') | Person.telecom.where(system='phone') | Practitioner.telecom.where(system='phone') | PractitionerRole.telecom.where(system='phone') | RelatedPerson.telecom.where(system='phone');-
        1368;phonetic;string;individual-phonetic;Patient,Person,Practitioner,RelatedPerson;-;Patient.name | Person.name | Practitioner.name | RelatedPerson.name;-
        1369;telecom;token;individual-telecom;Patient,Person,Practitioner,PractitionerRole,RelatedPerson;-;Patient.telecom | Person.telecom | Practitioner.telecom | PractitionerRole.telecom | RelatedPerson.telecom;-
        1370;date;date;medications-date;MedicationRequest;-;MedicationRequest.dosageInstruction.timing.event;-
        1371;encounter;reference;medications-encounter;MedicationRequest;Encounter;MedicationRequest.encounter;-
        1372;medication;reference;medications-medication;MedicationAdministration,MedicationDispense,MedicationRequest,MedicationStatement;Medication;(MedicationAdministration.medication as Reference) | (MedicationDispense.medication as Reference) | (MedicationRequest.medication as Reference) | (MedicationStatement.medication as Reference);-
        1373;prescription;reference;medications-prescription;MedicationDispense;MedicationRequest;MedicationDispense.authorizingPrescription;-
        1374;status;token;medications-status;MedicationAdministration,MedicationDispense,MedicationRequest,MedicationStatement;-;MedicationAdministration.status | MedicationDispense.status | MedicationRequest.status | MedicationStatement.status;-
        1375;amino-acid-change;string;observation-genetic-Observation-amino-acid-change;Observation;-;Observation.extension('http://hl7.org/fhir/StructureDefinition/observation-geneticsAminoAcidChangeName');-
        1376;dna-variant;string;observation-genetic-Observation-dna-variant;Observation;-;Observation.extension('http://hl7.org/fhir/StructureDefinition/observation-geneticsDnaVariant');-
        1377;gene-amino-acid-change;string;observation-genetic-Observation-gene-amino-acid-change;Observation;-;Observation.extension('http://hl7.org/fhir/StructureDefinition/observation-geneticsAminoAcidChangeName');-
        1378;gene-dnavariant;string;observation-genetic-Observation-gene-dnavariant;Observation;-;Observation.extension('http://hl7.org/fhir/StructureDefinition/observation-geneticsDnaVariant');-
        1379;gene-identifier;token;observation-genetic-Observation-gene-identifier;Observation;-;Observation.extension('http://hl7.org/fhir/StructureDefinition/observation-geneticsGene');-
        1380;birthOrderBoolean;token;patient-extensions-Patient-birthOrderBoolean;Patient;-;Patient.multipleBirth;-
        1381;mothersMaidenName;string;patient-extensions-Patient-mothersMaidenName;Patient;-;Patient.extension('http://hl7.org/fhir/StructureDefinition/patient-mothersMaidenName');-
        1382;item-subject;reference;questionnaireresponse-extensions-QuestionnaireResponse-item-subject;QuestionnaireResponse;-;QuestionnaireResponse.item.where(hasExtension('http://hl7.org/fhir/StructureDefinition/questionnaireresponse-isSubject')).answer.value.ofType(Reference);-
        @Device;Account=subject;Appointment=actor;AppointmentResponse=actor;AuditEvent=agent;ChargeItem=enterer,performer-actor;Claim=procedure-udi,item-udi,detail-udi,subdetail-udi;Communication=sender,recipient;CommunicationRequest=sender,recipient;Composition=author;DetectedIssue=author;DeviceRequest=device,subject,requester,performer;DeviceUseStatement=device;DiagnosticReport=subject;DocumentManifest=subject,author;DocumentReference=subject,author;ExplanationOfBenefit=procedure-udi,item-udi,detail-udi,subdetail-udi;Flag=author;Group=member;Invoice=participant;List=subject,source;Media=subject;MedicationAdministration=device;MessageHeader=target;Observation=subject,device;Provenance=agent;QuestionnaireResponse=author;RequestGroup=author;RiskAssessment=performer;Schedule=actor;ServiceRequest=performer,requester;Specimen=subject;SupplyRequest=requester
        @Encounter;CarePlan=encounter;CareTeam=encounter;ChargeItem=context;Claim=encounter;ClinicalImpression=encounter;Communication=encounter;CommunicationRequest=encounter;Composition=encounter;Condition=encounter;DeviceRequest=encounter;DiagnosticReport=encounter;DocumentManifest=related-ref;DocumentReference=encounter;Encounter={def};ExplanationOfBenefit=encounter;Media=encounter;MedicationAdministration=context;MedicationRequest=encounter;NutritionOrder=encounter;Observation=encounter;Procedure=encounter;QuestionnaireResponse=encounter;RequestGroup=encounter;ServiceRequest=encounter;VisionPrescription=encounter
        @Patient;Account=subject;AdverseEvent=subject;AllergyIntolerance=patient,recorder,asserter;Appointment=actor;AppointmentResponse=actor;AuditEvent=patient;Basic=patient,author;BodyStructure=patient;CarePlan=patient,performer;CareTeam=patient,participant;ChargeItem=subject;Claim=patient,payee;ClaimResponse=patient;ClinicalImpression=subject;Communication=subject,sender,recipient;CommunicationRequest=subject,sender,recipient,requester;Composition=subject,author,attester;Condition=patient,asserter;Consent=patient;Coverage=policy-holder,subscriber,beneficiary,payor;CoverageEligibilityRequest=patient;CoverageEligibilityResponse=patient;DetectedIssue=patient;DeviceRequest=subject,performer;DeviceUseStatement=subject;DiagnosticReport=subject;DocumentManifest=subject,author,recipient;DocumentReference=subject,author;Encounter=patient;EnrollmentRequest=subject;EpisodeOfCare=patient;ExplanationOfBenefit=patient,payee;FamilyMemberHistory=patient;Flag=patient;Goal=patient;Group=member;ImagingStudy=patient;Immunization=patient;ImmunizationEvaluation=patient;ImmunizationRecommendation=patient;Invoice=subject,patient,recipient;List=subject,source;MeasureReport=patient;Media=subject;MedicationAdministration=patient,performer,subject;MedicationDispense=subject,patient,receiver;MedicationRequest=subject;MedicationStatement=subject;MolecularSequence=patient;NutritionOrder=patient;Observation=subject,performer;Patient=link;Person=patient;Procedure=patient,performer;Provenance=patient;QuestionnaireResponse=subject,author;RelatedPerson=patient;RequestGroup=subject,participant;ResearchSubject=individual;RiskAssessment=subject;Schedule=actor;ServiceRequest=subject,performer;Specimen=subject;SupplyDelivery=patient;SupplyRequest=subject;VisionPrescription=patient
        @Practitioner;Account=subject;AdverseEvent=recorder;AllergyIntolerance=recorder,asserter;Appointment=actor;AppointmentResponse=actor;AuditEvent=agent;Basic=author;CarePlan=performer;CareTeam=participant;ChargeItem=enterer,performer-actor;Claim=enterer,provider,payee,care-team;ClaimResponse=requestor;ClinicalImpression=assessor;Communication=sender,recipient;CommunicationRequest=sender,recipient,requester;Composition=subject,author,attester;Condition=asserter;CoverageEligibilityRequest=enterer,provider;CoverageEligibilityResponse=requestor;DetectedIssue=author;DeviceRequest=requester,performer;DiagnosticReport=performer;DocumentManifest=subject,author,recipient;DocumentReference=subject,author,authenticator;Encounter=practitioner,participant;EpisodeOfCare=care-manager;ExplanationOfBenefit=enterer,provider,payee,care-team;Flag=author;Group=member;Immunization=performer;Invoice=participant;Linkage=author;List=source;Media=subject,operator;MedicationAdministration=performer;MedicationDispense=performer,receiver;MedicationRequest=requester;MedicationStatement=source;MessageHeader=receiver,author,responsible,enterer;NutritionOrder=provider;Observation=performer;Patient=general-practitioner;PaymentNotice=provider;PaymentReconciliation=requestor;Person=practitioner;Practitioner={def};PractitionerRole=practitioner;Procedure=performer;Provenance=agent;QuestionnaireResponse=author,source;RequestGroup=participant,author;ResearchStudy=principalinvestigator;RiskAssessment=performer;Schedule=actor;ServiceRequest=performer,requester;Specimen=collector;SupplyDelivery=supplier,receiver;SupplyRequest=requester;VisionPrescription=prescriber
        @RelatedPerson;AdverseEvent=recorder;AllergyIntolerance=asserter;Appointment=actor;AppointmentResponse=actor;Basic=author;CarePlan=performer;CareTeam=participant;ChargeItem=enterer,performer-actor;Claim=payee;Communication=sender,recipient;CommunicationRequest=sender,recipient,requester;Composition=author;Condition=asserter;Coverage=policy-holder,subscriber,payor;DocumentManifest=author,recipient;DocumentReference=author;Encounter=participant;ExplanationOfBenefit=payee;Invoice=recipient;MedicationAdministration=performer;MedicationStatement=source;Observation=performer;Patient=link;Person=link;Procedure=performer;Provenance=agent;QuestionnaireResponse=author,source;RelatedPerson={def};RequestGroup=participant;Schedule=actor;ServiceRequest=performer;SupplyRequest=requester
        """
}
