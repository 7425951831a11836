import Foundation

/// An appointment was booked.
public struct AppointmentBooked: CareEvent {
    public static let type = "care.appointments.booked.v1"
    public static let since = "1.0.0"
    public static let topic = Topic.appointments
    public var appointmentId: AppointmentID
    public var version: Int
    public var patientId: UserID
    public var providerId: UserID
    public var startTime: Date
    public var endTime: Date
    /// Where that was not the patient. Absent from a release before.
    public var bookedBy: UserID?
    public var subject: UUID { appointmentId.uuid }

    public init(
        appointmentId: AppointmentID, version: Int, patientId: UserID, providerId: UserID, startTime: Date, endTime: Date, bookedBy: UserID? = nil
    ) {
        self.appointmentId = appointmentId
        self.version = version
        self.patientId = patientId
        self.providerId = providerId
        self.startTime = startTime
        self.endTime = endTime
        self.bookedBy = bookedBy
    }
}

/// An appointment moved from one time to another, in one step.
public struct AppointmentRescheduled: CareEvent {
    public static let type = "care.appointments.rescheduled.v1"
    public static let since = "1.0.0"
    public static let topic = Topic.appointments
    public var appointmentId: AppointmentID
    public var version: Int
    public var patientId: UserID
    public var providerId: UserID
    public var startTime: Date
    public var endTime: Date
    public var previousStartTime: Date
    public var previousEndTime: Date
    public var rescheduledBy: UserID
    public var subject: UUID { appointmentId.uuid }

    public init(
        appointmentId: AppointmentID, version: Int, patientId: UserID, providerId: UserID, startTime: Date, endTime: Date,
        previousStartTime: Date, previousEndTime: Date, rescheduledBy: UserID
    ) {
        self.appointmentId = appointmentId
        self.version = version
        self.patientId = patientId
        self.providerId = providerId
        self.startTime = startTime
        self.endTime = endTime
        self.previousStartTime = previousStartTime
        self.previousEndTime = previousEndTime
        self.rescheduledBy = rescheduledBy
    }
}

/// What is said of an appointment (its title, its description) was changed; its time is the same. The texts stay in the service.
public struct AppointmentChanged: CareEvent {
    public static let type = "care.appointments.changed.v1"
    public static let since = "2.0.0"
    public static let topic = Topic.appointments
    public var appointmentId: AppointmentID
    public var version: Int
    public var patientId: UserID
    public var providerId: UserID
    public var startTime: Date
    public var endTime: Date
    public var changedBy: UserID
    public var subject: UUID { appointmentId.uuid }

    public init(
        appointmentId: AppointmentID, version: Int, patientId: UserID, providerId: UserID, startTime: Date, endTime: Date, changedBy: UserID
    ) {
        self.appointmentId = appointmentId
        self.version = version
        self.patientId = patientId
        self.providerId = providerId
        self.startTime = startTime
        self.endTime = endTime
        self.changedBy = changedBy
    }
}

/// An appointment was cancelled; its time is free again. The reason's text stays in the service.
public struct AppointmentCancelled: CareEvent {
    public static let type = "care.appointments.cancelled.v1"
    public static let since = "1.0.0"
    public static let topic = Topic.appointments
    public var appointmentId: AppointmentID
    public var version: Int
    public var patientId: UserID
    public var providerId: UserID
    public var startTime: Date
    public var endTime: Date
    public var cancelledBy: UserID
    /// Absent from a release before it was told.
    public var hasReason: Bool?
    public var subject: UUID { appointmentId.uuid }

    public init(
        appointmentId: AppointmentID, version: Int, patientId: UserID, providerId: UserID, startTime: Date, endTime: Date,
        cancelledBy: UserID, hasReason: Bool? = nil
    ) {
        self.appointmentId = appointmentId
        self.version = version
        self.patientId = patientId
        self.providerId = providerId
        self.startTime = startTime
        self.endTime = endTime
        self.cancelledBy = cancelledBy
        self.hasReason = hasReason
    }
}

/// An appointment took place, as far as is known: where nobody said so, its provider may still say that the patient did not come.
public struct AppointmentCompleted: CareEvent {
    public static let type = "care.appointments.completed.v1"
    public static let since = "1.0.0"
    public static let topic = Topic.appointments
    public var appointmentId: AppointmentID
    public var version: Int
    public var patientId: UserID
    public var providerId: UserID
    public var startTime: Date
    public var endTime: Date
    public var subject: UUID { appointmentId.uuid }

    public init(appointmentId: AppointmentID, version: Int, patientId: UserID, providerId: UserID, startTime: Date, endTime: Date) {
        self.appointmentId = appointmentId
        self.version = version
        self.patientId = patientId
        self.providerId = providerId
        self.startTime = startTime
        self.endTime = endTime
    }
}

/// The patient did not come to an appointment.
public struct AppointmentNoShow: CareEvent {
    public static let type = "care.appointments.no-show.v1"
    public static let since = "1.0.0"
    public static let topic = Topic.appointments
    public var appointmentId: AppointmentID
    public var version: Int
    public var patientId: UserID
    public var providerId: UserID
    public var startTime: Date
    public var endTime: Date
    public var subject: UUID { appointmentId.uuid }

    public init(appointmentId: AppointmentID, version: Int, patientId: UserID, providerId: UserID, startTime: Date, endTime: Date) {
        self.appointmentId = appointmentId
        self.version = version
        self.patientId = patientId
        self.providerId = providerId
        self.startTime = startTime
        self.endTime = endTime
    }
}

/// A provider's published hours changed; read them again. The subject is the provider, the version counts their changes.
public struct AvailabilityChanged: CareEvent {
    public static let type = "care.availability.changed.v1"
    public static let since = "1.0.0"
    public static let topic = Topic.availability
    public var providerId: UserID
    public var version: Int
    public var changedAt: Date
    public var subject: UUID { providerId.uuid }

    public init(providerId: UserID, version: Int, changedAt: Date) {
        self.providerId = providerId
        self.version = version
        self.changedAt = changedAt
    }
}
