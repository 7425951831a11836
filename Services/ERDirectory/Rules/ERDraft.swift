import CareModels

/// What is sent to enter or change an emergency room, as it came. Absent fields stay as they are; `null` empties one.
struct ERDraft: Decodable, Sendable {
    var name: String?
    var facilityType: Nullable<String>?
    var phone: Nullable<String>?
    var website: Nullable<String>?
    var street: Nullable<String>?
    var city: Nullable<String>?
    var region: Nullable<String>?
    var postalCode: Nullable<String>?
    var country: Nullable<String>?
    var countyCode: Nullable<String>?
    var latitude: Double?
    var longitude: Double?
    /// `null`: find it again from the position.
    var timeZone: Nullable<String>?
}
