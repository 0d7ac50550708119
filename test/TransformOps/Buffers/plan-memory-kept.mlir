// RUN: heddle-opt %s --split-input-file --apply-schedule --verify-diagnostics \
// RUN:   -o /dev/null

// Each allocation that stays says why; the one that is placed is counted.
func.func private @keep(memref<8xf32>)
func.func private @nothing()
// expected-remark @below {{arena of '@kept': 1 buffer of 64 B in 64 B, at least 64 B}}
func.func @kept(%n: index, %c: i1, %x: memref<8xf32>) -> (memref<8xf32>, memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %placed = memref.alloc() : memref<8xf32>
  linalg.exp ins(%x : memref<8xf32>) outs(%placed : memref<8xf32>)
  linalg.abs ins(%placed : memref<8xf32>) outs(%x : memref<8xf32>)
  // expected-remark @below {{this allocation stays: it has a layout of its own}}
  %layout = memref.alloc() : memref<8xf32, affine_map<(i) -> (i * 2)>>
  memref.dealloc %layout : memref<8xf32, affine_map<(i) -> (i * 2)>>
  // expected-remark @below {{this allocation stays: it is in a memory space of its own}}
  %space = memref.alloc() : memref<8xf32, 3>
  memref.dealloc %space : memref<8xf32, 3>
  // expected-remark @below {{this allocation stays: its elements are neither numbers nor vectors}}
  %buffers = memref.alloc() : memref<8xmemref<8xf32>>
  memref.dealloc %buffers : memref<8xmemref<8xf32>>
  // expected-remark @below {{this allocation stays: it is larger than 1099511627776 B}}
  %large = memref.alloc() : memref<1099511627777xi8>
  memref.dealloc %large : memref<1099511627777xi8>
  // expected-remark @below {{this allocation stays: something may keep a reference to it}}
  %seen = memref.alloc() : memref<8xf32>
  func.call @keep(%seen) : (memref<8xf32>) -> ()
  // expected-remark @below {{this allocation stays: it is returned}}
  %returned = memref.alloc() : memref<8xf32>
  // expected-remark @below {{this allocation stays: it is yielded}}
  %yielded = memref.alloc() : memref<8xf32>
  %either = scf.if %c -> memref<8xf32> {
    // expected-note @below {{here}}
    scf.yield %yielded : memref<8xf32>
  } else {
    scf.yield %x : memref<8xf32>
  }
  linalg.exp ins(%either : memref<8xf32>) outs(%x : memref<8xf32>)
  // expected-remark @below {{this allocation stays: it is freed in some cases only}}
  %freed = memref.alloc() : memref<8xf32>
  scf.if %c {
    // expected-note @below {{here}}
    memref.dealloc %freed : memref<8xf32>
  }
  // expected-note @below {{here}}
  return %returned, %either : memref<8xf32>, memref<8xf32>
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %f = transform.structured.match ops{["func.func"]} attributes {sym_name = "kept"} in %root : (!transform.any_op) -> !transform.any_op
  %p = transform.heddle.plan_memory %f {explain} : (!transform.any_op) -> !transform.any_op
}

// -----

// What may run at one time and how often decides in loops; the function without a
// buffer to place stays as it is.
// expected-remark @below {{arena of '@loops': 1 buffer of 64 B in 640 B, at least 640 B}}
func.func @loops(%n: index, %x: memref<8xf32>, %f: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  // expected-note @below {{the loop}}
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    // expected-remark @below {{this allocation stays: the iterations of a parallel loop are known at run time only}}
    %t = memref.alloc() : memref<8xf32>
    linalg.exp ins(%x : memref<8xf32>) outs(%t : memref<8xf32>)
    memref.dealloc %t : memref<8xf32>
  }
  // expected-note @below {{the loop}}
  scf.parallel (%i) = (%c0) to (%c10) step (%c1) {
    %small = memref.alloc() : memref<8xf32>
    linalg.exp ins(%x : memref<8xf32>) outs(%small : memref<8xf32>)
    // expected-remark @below {{this allocation stays: a place for each iteration takes 1280 B, more than parallel_limit = 1000}}
    %t = memref.alloc() : memref<32xf32>
    linalg.fill ins(%f : f32) outs(%t : memref<32xf32>)
    memref.dealloc %t : memref<32xf32>
    memref.dealloc %small : memref<8xf32>
  }
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%x : memref<8xf32>) {
  ^bb0(%out: f32):
    // expected-remark @below {{this allocation stays: it is in a region of 'linalg.generic'}}
    %t = memref.alloc() : memref<f32>
    memref.dealloc %t : memref<f32>
    linalg.yield %out : f32
  }
  return
}
// expected-remark @below {{arena of '@none': 0 buffers of 0 B in 0 B, at least 0 B}}
func.func @none() {
  // expected-remark @below {{this allocation stays: it is in a memory space of its own}}
  %space = memref.alloc() : memref<8xf32, 3>
  memref.dealloc %space : memref<8xf32, 3>
  return
}
// expected-remark @below {{arena of '@blocks': 1 buffer of 64 B in 64 B, at least 64 B}}
func.func @blocks(%c: i1, %x: memref<8xf32>) {
  %in_block = memref.alloc() : memref<8xf32>
  linalg.exp ins(%x : memref<8xf32>) outs(%in_block : memref<8xf32>)
  linalg.exp ins(%in_block : memref<8xf32>) outs(%x : memref<8xf32>)
  // expected-remark @below {{this allocation stays: it is used in several blocks}}
  %t = memref.alloc() : memref<8xf32>
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  // expected-note @below {{here}}
  linalg.exp ins(%x : memref<8xf32>) outs(%t : memref<8xf32>)
  cf.br ^bb2
^bb2:
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %p = transform.heddle.plan_memory %root {explain, parallel_limit = 1000} : (!transform.any_op) -> !transform.any_op
}

// -----

// What an async op does may be done after it; what the callee returns is the
// buffer, which is therefore alive until that is read.
func.func private @same(%x: memref<8xf32>) -> memref<8xf32> {
  return %x : memref<8xf32>
}
// expected-remark @below {{arena of '@later': 2 buffers of 128 B in 128 B, at least 128 B}}
func.func @later(%x: memref<8xf32>) {
  // expected-remark @below {{this allocation stays: something may keep a reference to it}}
  %late = memref.alloc() : memref<8xf32>
  %token = async.execute {
    linalg.exp ins(%x : memref<8xf32>) outs(%late : memref<8xf32>)
    async.yield
  }
  async.await %token : !async.token
  %twice = memref.alloc() : memref<8xf32>
  %again = func.call @same(%twice) : (memref<8xf32>) -> memref<8xf32>
  linalg.exp ins(%x : memref<8xf32>) outs(%twice : memref<8xf32>)
  %placed = memref.alloc() : memref<8xf32>
  linalg.abs ins(%again : memref<8xf32>) outs(%placed : memref<8xf32>)
  linalg.exp ins(%placed : memref<8xf32>) outs(%x : memref<8xf32>)
  linalg.abs ins(%again : memref<8xf32>) outs(%x : memref<8xf32>)
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %p = transform.heddle.plan_memory %root {explain} : (!transform.any_op) -> !transform.any_op
}

// -----

// A callee that frees what it is given needs an allocation to free, also if it
// gets a view of it, or if its own callee does so.
func.func private @free(%x: memref<?xf32>) {
  memref.dealloc %x : memref<?xf32>
  return
}
func.func private @pass(%x: memref<?xf32>) {
  func.call @free(%x) : (memref<?xf32>) -> ()
  return
}
// expected-remark @below {{arena of '@freed': 1 buffer of 64 B in 64 B, at least 64 B}}
func.func @freed(%x: memref<8xf32>) {
  // expected-remark @below {{this allocation stays: something may keep a reference to it}}
  %t = memref.alloc() : memref<8xf32>
  linalg.exp ins(%x : memref<8xf32>) outs(%t : memref<8xf32>)
  // expected-remark @below {{this allocation stays: something may keep a reference to it}}
  %u = memref.alloc() : memref<8xf32>
  linalg.exp ins(%t : memref<8xf32>) outs(%u : memref<8xf32>)
  %placed = memref.alloc() : memref<8xf32>
  linalg.abs ins(%u : memref<8xf32>) outs(%placed : memref<8xf32>)
  linalg.exp ins(%placed : memref<8xf32>) outs(%x : memref<8xf32>)
  %any = memref.cast %t : memref<8xf32> to memref<?xf32>
  func.call @free(%any) : (memref<?xf32>) -> ()
  %other = memref.cast %u : memref<8xf32> to memref<?xf32>
  func.call @pass(%other) : (memref<?xf32>) -> ()
  return
}
transform.sequence failures(propagate) {
^bb0(%root: !transform.any_op):
  %p = transform.heddle.plan_memory %root {explain} : (!transform.any_op) -> !transform.any_op
}
