//===- DestinationModels.h - What upstream's ops say they read --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Puts Heddle's answer in place of a wrong one of upstream, for upstream's
// code, too. Heddle's own code asks Destinations.h.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_ANALYSIS_DESTINATIONS_DESTINATIONMODELS_H
#define HEDDLE_ANALYSIS_DESTINATIONS_DESTINATIONMODELS_H

namespace mlir {
class DialectRegistry;
}

namespace mlir::heddle {

/// LinalgOp::payloadUsesValueFromOperand, asked through the interface, answers
/// for each op of linalg what `bodyReads` does. Upstream's bufferization,
/// memory effects, promotion and scalar code of tiles ask it so. In MLIR 22.1,
/// linalg.map says that it never reads its destination, although its body may.
void registerDestinationModels(DialectRegistry &registry);

} // namespace mlir::heddle

#endif // HEDDLE_ANALYSIS_DESTINATIONS_DESTINATIONMODELS_H
