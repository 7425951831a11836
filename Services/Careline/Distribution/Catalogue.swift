import Postgres

/// What PostgreSQL's catalogue says of a database's tables. A table in parts is one.
struct Catalogue: Sendable, Equatable {
    struct Unique: Sendable, Equatable {
        var table: String
        var name: String
        /// `primary key`, `unique index` or `exclusion constraint`.
        var kind: String
        /// Of an exclusion constraint those that are compared by equality.
        var columns: [String]
    }

    struct ForeignKey: Sendable, Equatable {
        struct Pair: Sendable, Equatable {
            var own: String
            var theirs: String
        }

        var table: String
        var name: String
        var other: String
        var pairs: [Pair]
    }

    struct Trigger: Sendable, Equatable {
        var table: String
        var name: String
    }

    /// The types of their columns by name.
    var tables: [String: [String: String]] = [:]
    var unique: [Unique] = []
    var foreignKeys: [ForeignKey] = []
    var triggers: [Trigger] = []
}

extension PostgresRunner {
    func catalogue() async throws -> Catalogue {
        var catalogue = Catalogue()
        for row in try await query(Self.columns) {
            let (table, column): (String, String) = (try row["table"], try row["column"])
            catalogue.tables[table, default: [:]][column] = try row["type"]
        }
        catalogue.unique = try await query(Self.unique).map { row in
            Catalogue.Unique(table: try row["table"], name: try row["name"], kind: try row["kind"], columns: try row["columns"])
        }
        catalogue.foreignKeys = try await query(Self.foreignKeys).map { row in
            let (own, theirs): ([String], [String]) = (try row["own"], try row["theirs"])
            let pairs = zip(own, theirs).map { Catalogue.ForeignKey.Pair(own: $0, theirs: $1) }
            return Catalogue.ForeignKey(table: try row["table"], name: try row["name"], other: try row["other"], pairs: pairs)
        }
        catalogue.triggers = try await query(Self.triggers).map { Catalogue.Trigger(table: try $0["table"], name: try $0["name"]) }
        return catalogue
    }

    private static var columns: SQL {
        """
        SELECT relname::text AS "table", attname::text AS "column", format_type(atttypid, NULL) AS type
        FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
        WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace ORDER BY relname, attnum
        """
    }

    private static var unique: SQL {
        """
        SELECT relname::text AS "table", indexrelid::regclass::text AS name,
            CASE WHEN indisprimary THEN 'primary key' WHEN indisexclusion THEN 'exclusion constraint' ELSE 'unique index' END AS kind,
            ARRAY(
                SELECT attname::text FROM unnest(indkey::int2[]) WITH ORDINALITY AS k (number, place) JOIN pg_attribute ON attrelid = indrelid AND attnum = number
                WHERE NOT indisexclusion OR (SELECT oprname FROM pg_constraint c JOIN pg_operator o ON o.oid = c.conexclop[place] WHERE c.conindid = indexrelid) = '='
                ORDER BY place
            ) AS columns
        FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
        WHERE (indisunique OR indisexclusion) AND relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition ORDER BY 1, 2
        """
    }

    private static var foreignKeys: SQL {
        """
        SELECT own.relname::text AS "table", conname::text AS name, other.relname::text AS other,
            ARRAY(SELECT attname::text FROM unnest(conkey) WITH ORDINALITY AS k (number, place) JOIN pg_attribute ON attrelid = conrelid AND attnum = number ORDER BY place) AS own,
            ARRAY(SELECT attname::text FROM unnest(confkey) WITH ORDINALITY AS k (number, place) JOIN pg_attribute ON attrelid = confrelid AND attnum = number ORDER BY place) AS theirs
        FROM pg_constraint JOIN pg_class own ON own.oid = conrelid JOIN pg_class other ON other.oid = confrelid
        WHERE contype = 'f' AND conparentid = 0 AND connamespace = 'public'::regnamespace AND NOT own.relispartition ORDER BY 1, 2
        """
    }

    private static var triggers: SQL {
        """
        SELECT relname::text AS "table", tgname::text AS name FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
        WHERE NOT tgisinternal AND tgparentid = 0 AND relnamespace = 'public'::regnamespace ORDER BY 1, 2
        """
    }
}
