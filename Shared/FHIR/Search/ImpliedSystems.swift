/// The systems that the codes of a parameter's elements are of without saying so: those of the value sets that these elements, of type `code`, are bound to.
package struct ImpliedSystems: Sendable, Equatable {
    /// By system.
    private(set) var codes: [String: Set<String>] = [:]

    mutating func add(_ set: ValueSetCodes) { codes.merge(set.systems) { $0.union($1) } }

    /// Those that may have it, as a rule one.
    func systems(of code: String) -> [String] { codes.compactMap { $0.value.contains(code) ? $0.key : nil } }
}
