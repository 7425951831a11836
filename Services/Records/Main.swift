import CareService

@main
struct Main {
    static func main() async {
        if let command = CommandLine.arguments.dropFirst().first, OperatorCommand.names.contains(command) {
            await OperatorCommand.main()
        } else {
            await ServiceMain.run("records", migrations: migrations, commands: snapshots.map(ServiceCommand.init), app: serviceApp)
        }
    }
}
