/// What a field says that may come by its former name as well, and the name that it came by.
package struct RenamedField: Equatable, Sendable {
    package var name: String
    package var value: String?

    /// Both at once have to say the same: nobody could tell which of them was meant.
    package init(_ name: String, _ value: String?, formerly formerName: String, _ former: String?, _ checks: inout Checks) {
        if let value, let former, value != former {
            checks.fail(name, "differs from \(formerName), which is its former name: send \(name) alone")
            checks.fail(formerName, "differs from \(name), whose former name it is: send \(name) alone")
        }
        self.name = value == nil && former != nil ? formerName : name
        self.value = value ?? former
    }
}
