import CareModels

/// What is to be said of an appointment from now on; what is nil stays.
struct TextChange: Sendable {
    var title: String?
    var description: Nullable<String>?
}
