/// Why a use case does nothing, beside what the rules say of a time (`Booking.Refusal`), of a status (`AppointmentState.Refusal`) and of
/// published hours (`Faults`).
enum Refusal: Error, Equatable {
    case noSuchProvider
    /// Whom somebody else books for.
    case noSuchPatient
    /// Or one that is nobody's business who asks.
    case noSuchAppointment
    case noSuchInterval
    case accountErased
    case patientErased
    /// What is booked stands, and is not moved.
    case providerNotVerified
    /// Somebody changed it after the version that the caller has read.
    case appointmentChanged(version: Int)
    case availabilityChanged(version: Int)
}
