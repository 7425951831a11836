import CPostgres

extension PostgresConfiguration {
    /// The same for PostgreSQL's own programs (pg_dump, psql …), as the environment variables of libpq: a password among a program's
    /// arguments could be read by everybody on the machine.
    package var programEnvironment: [String: String] {
        guard let options = PQconndefaults() else { return [:] }
        defer { PQconninfoFree(options) }
        var environment: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let name = option.pointee.envvar { environment[String(cString: name)] = parameters[String(cString: keyword)] }
            option += 1
        }
        return environment
    }
}
