import Foundation
import RealGraphs

// Writes the scripts of a graph to a folder, and lists what they express in another way or not at all.

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 2, let graph = arguments.first, let folder = arguments.last else {
    FileHandle.standardError.write(Data("usage: generate-scripts GRAPH.json FOLDER\n".utf8))
    exit(2)
}
do {
    print(try RealGraph(of: graph, in: folder).remarks, terminator: "")
} catch {
    FileHandle.standardError.write(Data("generate-scripts: \(error)\n".utf8))
    exit(1)
}
