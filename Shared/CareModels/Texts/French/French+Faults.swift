extension French {
    /// What is said of a faulty field: it goes on from the field's name.
    package static let faults: [String: String] = [
        "is required": "est obligatoire"
    ]
}
