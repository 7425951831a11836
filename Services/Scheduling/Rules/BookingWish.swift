import CareModels

/// What a patient asks for: a provider's time, and what it is about.
struct BookingWish: Sendable {
    var providerId: UserID
    var slot: Interval
    var title: String
    var description: String?
}
