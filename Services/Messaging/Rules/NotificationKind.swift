import CareModels

/// What a user is notified of.
enum NotificationKind: String, Sendable, CaseIterable {
    case appointmentBooked = "appointment.booked"
    case appointmentRescheduled = "appointment.rescheduled"
    case appointmentChanged = "appointment.changed"
    case appointmentCancelled = "appointment.cancelled"
    case alert = "alert"
    case reminder = "reminder"
    case recordAccess = "record-access"
    case subscription = "subscription"

    /// Worded without names, numbers or times: it may appear on a locked screen.
    var title: Text {
        switch self {
        case .appointmentBooked: "Appointment booked"
        case .appointmentRescheduled: "Appointment moved"
        case .appointmentChanged: "Appointment changed"
        case .appointmentCancelled: "Appointment cancelled"
        case .alert: "Have you remembered your medication today?"
        case .reminder: "Reminder: your medication"
        case .recordAccess: "Your health record was opened in an emergency"
        case .subscription: "There is news of a health record that you follow"
        }
    }
}
