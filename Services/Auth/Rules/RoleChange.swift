import CareModels

/// Who works for the platform does the other kind of that work from now on: enters emergency rooms, or has power over others. Services keep by these two roles nothing
/// that would go along; by a patient's or a provider's they do, so that those are for life.
enum RoleChange {
    enum Refusal: Error, Equatable { case isForLife }

    static let roles: Set<Role> = [.scheduler, .admin]

    static func check(from role: Role, to wished: Role) throws(Refusal) {
        guard roles.isSuperset(of: [role, wished]) else { throw .isForLife }
    }
}
