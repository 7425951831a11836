import CareModels

/// What is to be said of an appointment from now on; a title that is nil stays.
struct TextChange: Sendable {
    var title: String?
    var description: Patched<String> = .absent

    var isNothing: Bool { title == nil && description.isAbsent }
}
